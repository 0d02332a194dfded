#include "daemon/main_loop.h"

#include "config/network_ports.h"
#include "daemon/log.h"
#include "daemon/publish/journal.h"
#include "daemon/publish/status_line.h"
#include "daemon/version.h"
#include "drivers/network/network_devices.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <span>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace opticward::daemon {

namespace {

// Time passes for alerts even while nothing is read.
constexpr std::chrono::milliseconds longest_cycle{1000};
// The readings of one sweep come one after the other: those that come together are judged and rendered together.
constexpr std::chrono::milliseconds gathering{150};
// A new device gets its name, its RDMA device and its thermometer one after the other.
constexpr std::chrono::milliseconds device_settling{2000};
// The first sweep waits for slow buses up to twenty seconds: the service manager shall not lose patience before.
constexpr std::chrono::seconds start_allowance{40};

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

MainLoop::MainLoop(MainLoopParts parts)
    : parts_{std::move(parts)},
      settings_{parts_.settings},
      buses_{parts_.environment, parts_.queue},
      event_sink_{open_event_sink(parts_.log)},
      judge_{judge_ports(*settings_), judge_settings(*settings_), real_now()},
      proofs_{parts_.proof_file},
      watchdog_{parts_.notifier.watchdog_interval()} {
    status_.version = version;
    status_.revision = revision;
    status_.compiler = compiler;
}

std::expected<void, std::string> MainLoop::start() {
    auto http = parts_.serve_http(*settings_);
    if (!http) return std::unexpected{http.error()};
    http_ = std::move(*http);
    std::vector<std::string> remarks;
    if (auto running = buses_.change_to(settings_, remarks); !running) {
        return std::unexpected{settings_->file.string() + ": " + running.error()};
    }
    judge_.reconfigure(numbered_ports(), judge_settings(*settings_), real_now());
    restore_proofs();
    parts_.dbus.configure(*settings_);
    status_.configuration_loaded_at = real_now().wall;
    parts_.notifier.extend_timeout(start_allowance);
    const std::string where = http_ ? "Serving " + http_->url() + "/metrics" : std::string{"Watching without HTTP"};
    // Devices may have come between the list of them and the socket that tells of more.
    look_for_devices_at_ = std::chrono::steady_clock::now() + device_settling;
    if (settings_->files.empty()) {
        log_warning(*parts_.log,
                    "There is no configuration, so the ports are the network devices of this host; modules "
                    "behind I2C buses and EEPROM files need [[bus]] and [[port]] in " +
                        settings_->file.string() + ", see opticward.toml(5). event=configuration");
    }
    note(settings_->remarks, "event=configuration");
    log_info(*parts_.log, where + " for " + in_words(*settings_) + ". event=start version=" + version);
    return {};
}

void MainLoop::run() {
    while (!ended_) {
        const Instant now = real_now();
        if (now.steady >= next_cycle_ || (gathering_until_ && now.steady >= *gathering_until_)) {
            cycle(now);
        }
        wait();
        reload_if_asked();
        look_for_devices(real_now());
    }
    parts_.notifier.stopping();
    note_proof_problem(proofs_.keep_at_the_end(judge_.proofs()));
}

bool MainLoop::stop(SteadyTime deadline) {
    return buses_.stop(deadline);
}

void MainLoop::wait() {
    // poll(2) passes over what is negative.
    const int queue = gathering_until_ ? -1 : parts_.queue->file_descriptor();
    std::vector<pollfd> waiting{{.fd = parts_.signals.number(), .events = POLLIN, .revents = 0},
                                {.fd = queue, .events = POLLIN, .revents = 0},
                                {.fd = links_.descriptor(), .events = POLLIN, .revents = 0}};
    const std::size_t own = waiting.size();
    const DbusPoll dbus = parts_.dbus.poll_data();
    waiting.insert(waiting.end(), dbus.descriptors.begin(), dbus.descriptors.end());

    const SteadyTime now = std::chrono::steady_clock::now();
    auto limit = std::chrono::ceil<std::chrono::milliseconds>(gathering_until_.value_or(next_cycle_) - now);
    if (dbus.timeout) limit = std::min(limit, *dbus.timeout);
    const int came =
        poll(waiting.data(), waiting.size(), static_cast<int>(std::max(limit, std::chrono::milliseconds{0}).count()));

    if (waiting[0].revents != 0) take_signals();
    if (!gathering_until_ && waiting[1].revents != 0) {
        gathering_until_ = std::chrono::steady_clock::now() + gathering;
    }
    if (waiting[2].revents != 0 && links_.take_news() && settings_->ports_are_found) {
        look_for_devices_at_ = std::chrono::steady_clock::now() + device_settling;
    }
    const auto dbus_part = std::span{waiting}.subspan(own);
    if ((came == 0 && dbus.timeout) ||
        std::ranges::any_of(dbus_part, [](const pollfd& it) { return it.revents != 0; })) {
        parts_.dbus.dispatch();
    }
}

void MainLoop::take_signals() {
    signalfd_siginfo info{};
    while (read(parts_.signals.number(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
        if (info.ssi_signo == SIGTERM || info.ssi_signo == SIGINT) ended_ = true;
        if (info.ssi_signo == SIGHUP) reload_asked_ = true;
    }
}

void MainLoop::rescan() {
    for (const config::PortSettings& port : settings_->ports) {
        buses_.refresh(port.name);  // a bus that hangs looks at its ports when it is back anyway
    }
}

Posted MainLoop::refresh(std::string_view port) {
    return buses_.refresh(port);
}

Posted MainLoop::pause(std::string_view port, std::chrono::seconds duration) {
    return buses_.pause(port, std::chrono::steady_clock::now() + duration);
}

void MainLoop::reload(std::function<void(std::optional<std::string>)> answer) {
    reloads_.push_back(std::move(answer));
    reload_asked_ = true;
}

void MainLoop::reload_if_asked() {
    if (!std::exchange(reload_asked_, false)) return;
    parts_.notifier.reloading();
    const std::optional<std::string> problem = reload_now();
    status_.configuration_loaded = !problem;
    parts_.notifier.ready(problem ? "Reload failed: " + *problem : std::string{"Reloaded"});
    for (const auto& answer : std::exchange(reloads_, {})) {
        answer(problem);
    }
    next_cycle_ = SteadyTime::min();
}

// Where nobody configured a port, the network devices of the host are the ports, whenever they come.
void MainLoop::look_for_devices(Instant now) {
    if (!look_for_devices_at_ || now.steady < *look_for_devices_at_) return;
    look_for_devices_at_.reset();
    if (!settings_->ports_are_found) return;
    auto next = config::with_network_ports(config::without_network_ports(*settings_),
                                           drivers::find_network_devices(parts_.environment.root));
    if (next.ports == settings_->ports && next.buses == settings_->buses) return;
    if (const auto problem = put_in_force(std::make_shared<const config::Settings>(std::move(next)))) {
        return log_error(*parts_.log, "The network devices are other ones, but: " + *problem + " event=configuration");
    }
    log_info(*parts_.log,
             "Network devices came or went, now there are " + in_words(*settings_) + ". event=configuration");
}

std::optional<std::string> MainLoop::reload_now() {
    const auto loaded = parts_.load();
    std::vector<std::string> problems;
    if (!loaded) {
        problems = loaded.error();
    } else if (auto problem = put_in_force(*loaded)) {
        problems.push_back(std::move(*problem));
    }
    if (problems.empty()) {
        log_info(*parts_.log, "The new configuration is in force, " + in_words(*settings_) + ". event=reload");
        return std::nullopt;
    }
    for (const std::string& problem : problems) {
        log_error(*parts_.log, "Not reloaded, the configuration before stays in force: " + problem + " event=reload");
    }
    return problems.front();
}

std::optional<std::string> MainLoop::put_in_force(const SharedSettings& settings) {
    std::unique_ptr<HttpServer> http;
    const bool moves = settings->listen != settings_->listen || settings->http_enabled != settings_->http_enabled;
    if (moves) {
        auto served = parts_.serve_http(*settings);
        if (!served) return served.error();
        http = std::move(*served);
    }
    std::vector<std::string> remarks;
    if (auto changed = buses_.change_to(settings, remarks); !changed) {
        return settings->file.string() + ": " + changed.error();
    }
    note(remarks, "event=bus");
    if (settings->remarks != settings_->remarks) note(settings->remarks, "event=configuration");
    if (moves) http_ = std::move(http);
    settings_ = settings;
    set_level(*parts_.log, settings_->log_level);
    parts_.dbus.configure(*settings_);
    const Instant now = real_now();
    write(judge_.reconfigure(numbered_ports(), judge_settings(*settings_), now));
    status_.configuration_loaded_at = now.wall;
    return std::nullopt;
}

void MainLoop::note(const std::vector<std::string>& remarks, const std::string& event) {
    for (const std::string& remark : remarks) {
        std::string line = remark;
        line += remark.ends_with('.') ? " " : ". ";
        line += event;
        log_warning(*parts_.log, line);
    }
}

std::vector<NumberedPort> MainLoop::numbered_ports() const {
    std::vector<PortSettings> ports = judge_ports(*settings_);
    std::vector<NumberedPort> numbered;
    numbered.reserve(ports.size());
    for (std::size_t i = 0; i < ports.size(); ++i) {
        numbered.push_back({.number = buses_.port_numbers().at(i), .settings = std::move(ports[i])});
    }
    return numbered;
}

void MainLoop::cycle(Instant now) {
    gathering_until_.reset();
    next_cycle_ = now.steady + std::min<std::chrono::nanoseconds>(longest_cycle, watchdog_.period());
    for (const Reading& reading : parts_.queue->drain()) {
        write(judge_.take(reading, now));
    }
    write(judge_.tick(now));
    const auto board = judge_.board(now, buses_.snapshots());
    status_.process = read_process_statistics("/proc");
    parts_.published.set({.metrics = std::make_shared<const std::string>(render(*board, status_)),
                          .board = board,
                          .at = now.steady,
                          .ready = judge_.first_sweep_done()});
    parts_.dbus.publish(board, told_, *this);
    told_.clear();
    if (http_) http_->close_overdue(now.steady);
    keep_proofs(now.steady);
    look_after_buses(now);
    tell_service_manager(*board, now);
}

void MainLoop::restore_proofs() {
    ReadProofs read = proofs_.read();
    note(read.problems, "event=store");
    judge_.restore(std::move(read.proofs));
}

void MainLoop::keep_proofs(SteadyTime now) {
    if (proofs_.due(now)) note_proof_problem(proofs_.keep(judge_.proofs(), now));
}

void MainLoop::note_proof_problem(const std::optional<std::string>& problem) {
    if (problem) note({"Proofs of links are not kept: " + *problem}, "event=store");
}

void MainLoop::write(std::vector<Event> events) {
    for (Event& event : events) {
        event_sink_->write(event);
        told_.push_back(std::move(event));
    }
}

void MainLoop::look_after_buses(Instant now) {
    for (const BusNotice& notice : buses_.notices(now.steady, watchdog_.stalled_after())) {
        switch (notice.health) {
            case BusHealth::good: log_info(*parts_.log, "Bus " + notice.bus + " goes on. event=bus"); break;
            case BusHealth::hung:
                log_error(*parts_.log, "Bus " + notice.bus +
                                           " hangs in its driver; its ports keep their last values until those are "
                                           "stale. event=bus");
                break;
            case BusHealth::stalled:
                log_error(*parts_.log, "Bus " + notice.bus + " stalls outside of its driver. event=bus");
                break;
        }
    }
}

void MainLoop::tell_service_manager(const Board& board, Instant now) {
    if (watchdog_.due(now.steady, buses_.something_stalls())) parts_.notifier.watchdog();
    const std::string status = status_line(board, judge_.first_sweep_done(), std::nullopt);
    if (!ready_ && judge_.first_sweep_done()) {
        ready_ = true;
        parts_.notifier.ready(status);
    } else if (ready_) {
        parts_.notifier.status(status);
    }
}

}  // namespace opticward::daemon
