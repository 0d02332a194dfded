#include "daemon/main_loop.h"

#include "daemon/log.h"
#include "daemon/version.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace opticward::daemon {

namespace {

// Time passes for alerts even while nothing is read.
constexpr std::chrono::milliseconds longest_wait{1000};
// The readings of one sweep come one after the other: those that come together are judged and rendered together.
constexpr std::chrono::milliseconds gathering{150};

BusSnapshot bus_snapshot(const config::BusSettings& bus, const BusStatus& status) {
    BusSnapshot snapshot;
    snapshot.name = bus.description.name;
    snapshot.transfers = status.counters.transfers;
    snapshot.errors = status.counters.faults;
    snapshot.busy_seconds = std::chrono::duration<double>(status.counters.busy).count();
    snapshot.overruns = status.overruns;
    const auto period = std::max<std::chrono::nanoseconds>(status.period, bus.interval);
    snapshot.interval = std::chrono::duration_cast<std::chrono::milliseconds>(period);
    return snapshot;
}

}  // namespace

drivers::FileDescriptor block_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) {
        sigaddset(&set, signal);
    }
    if (const int error = pthread_sigmask(SIG_BLOCK, &set, nullptr); error != 0) {
        throw std::system_error{error, std::generic_category(), "pthread_sigmask"};
    }
    drivers::FileDescriptor descriptor{signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC)};
    if (!descriptor.is_open()) {
        throw std::system_error{errno, std::generic_category(), "signalfd"};
    }
    return descriptor;
}

MainLoop::MainLoop(const config::Settings& settings, const drivers::FileDescriptor& signals, ReadingQueue& queue,
                   Workers& workers, std::shared_ptr<spdlog::logger> log, Latest<Published>& published)
    : settings_{settings},
      signals_{signals},
      queue_{queue},
      workers_{workers},
      log_{std::move(log)},
      events_{open_event_sink(log_)},
      published_{published},
      judge_{judge_ports(settings), judge_settings(settings), real_now()},
      cycles_(settings.buses.size()) {
    status_.version = version;
    status_.revision = revision;
    status_.compiler = compiler;
    status_.configuration_loaded_at = real_now().wall;
}

void MainLoop::run() {
    cycle(real_now());
    while (true) {
        std::array<pollfd, 2> waiting{{{.fd = signals_.number(), .events = POLLIN, .revents = 0},
                                       {.fd = queue_.file_descriptor(), .events = POLLIN, .revents = 0}}};
        poll(waiting.data(), waiting.size(), static_cast<int>(longest_wait.count()));
        if (waiting[1].revents != 0) {
            poll(waiting.data(), 1, static_cast<int>(gathering.count()));
        }
        if (waiting[0].revents != 0 && ended_by_signal()) {
            return;
        }
        cycle(real_now());
    }
}

bool MainLoop::ended_by_signal() {
    signalfd_siginfo info{};
    while (read(signals_.number(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
        if (info.ssi_signo == SIGTERM || info.ssi_signo == SIGINT) {
            return true;
        }
        if (info.ssi_signo == SIGHUP) {
            log_warning(*log_, "Reloading the configuration is not supported; restart to change it. event=reload");
        }
    }
    return false;
}

void MainLoop::cycle(Instant now) {
    for (const Reading& reading : queue_.drain()) {
        write(judge_.take(reading, now));
    }
    write(judge_.tick(now));
    const auto board = judge_.board(now, bus_snapshots());
    status_.process = read_process_statistics("/proc");
    published_.set({.metrics = std::make_shared<const std::string>(render(*board, status_)),
                    .board = board,
                    .at = now.steady,
                    .ready = judge_.first_sweep_done()});
}

void MainLoop::write(const std::vector<Event>& events) {
    for (const Event& event : events) {
        events_->write(event);
    }
}

std::vector<BusSnapshot> MainLoop::bus_snapshots() {
    std::vector<BusSnapshot> buses;
    for (std::size_t i = 0; i < workers_.size() && i < settings_.buses.size(); ++i) {
        for (const auto duration : workers_[i]->take_cycles()) {
            cycles_[i].add(duration);
        }
        buses.push_back(bus_snapshot(settings_.buses[i], workers_[i]->status()));
        buses.back().cycles = cycles_[i];
    }
    return buses;
}

}  // namespace opticward::daemon
