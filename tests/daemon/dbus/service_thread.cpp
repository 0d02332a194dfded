#include "tests/daemon/dbus/service_thread.h"

#include "tests/daemon/judge/samples.h"

#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <unistd.h>

namespace opticward::test {

ServiceThread::ServiceThread(const std::string& address) : wakeup_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {
    const daemon::DbusSettings settings{
        .address = address, .version = "1.2.3", .poll_interval = std::chrono::seconds{10}};
    auto connected = daemon::DbusService::connect(settings, commands_, log_control_, [this] { return now(); });
    if (!connected) throw std::runtime_error{connected.error()};
    service_ = std::move(*connected);
    thread_ = std::jthread{[this](const std::stop_token& stop) { loop(stop); }};
}

ServiceThread::~ServiceThread() {
    thread_.request_stop();
    wake();
    thread_.join();
    close(wakeup_);
}

daemon::Instant ServiceThread::now() const {
    return daemon::samples::after(std::chrono::seconds{passed_.load()});
}

void ServiceThread::loop(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        wait();
        if (alive_ && !service_->dispatch()) alive_ = false;
        do_work();
    }
    service_.reset();
}

void ServiceThread::wait() {
    daemon::DbusPoll wanted = service_->poll_data();
    wanted.descriptors.push_back({.fd = wakeup_, .events = POLLIN, .revents = 0});
    const int timeout = wanted.timeout ? static_cast<int>(wanted.timeout->count()) : -1;
    poll(wanted.descriptors.data(), wanted.descriptors.size(), timeout);
    std::uint64_t count = 0;
    (void)!read(wakeup_, &count, sizeof count);
}

void ServiceThread::wake() const {
    const std::uint64_t one = 1;
    (void)!write(wakeup_, &one, sizeof one);
}

void ServiceThread::do_work() {
    const std::lock_guard lock{mutex_};
    if (!work_ || !work_()) return;
    work_ = nullptr;
    done_.notify_all();
}

bool ServiceThread::comes_true(const std::function<bool()>& condition) {
    std::unique_lock lock{mutex_};
    work_ = condition;
    wake();
    const bool done = done_.wait_for(lock, std::chrono::seconds{10}, [this] { return !work_; });
    work_ = nullptr;
    return done;
}

void ServiceThread::run(const std::function<void()>& work) {
    const bool done = comes_true([&] {
        work();
        return true;
    });
    if (!done) throw std::runtime_error{"the service's thread stands still"};
}

void ServiceThread::publish(std::shared_ptr<const daemon::Board> board, std::vector<daemon::Event> events) {
    run([&] { service_->publish(std::move(board), events); });
}

std::shared_ptr<const daemon::Board> board_of(std::vector<daemon::PortSnapshot> ports, daemon::Instant at) {
    auto board = std::make_shared<daemon::Board>();
    board->at = at;
    for (daemon::PortSnapshot& port : ports) {
        board->ports.push_back(std::make_shared<const daemon::PortSnapshot>(std::move(port)));
    }
    return board;
}

}  // namespace opticward::test
