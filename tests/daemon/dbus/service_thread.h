// A DbusService as the main loop drives it: on a thread of its own, which the test calls into.
#pragma once

#include "daemon/publish/dbus/dbus_service.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace opticward::test {

// What the service asked for. Touched on the service's thread only.
class AskedCommands final : public daemon::Commands {
public:
    void rescan() override { ++rescans; }
    daemon::Posted refresh(std::string_view port) override {
        refreshes.emplace_back(port);
        return posted;
    }
    daemon::Posted pause(std::string_view port, std::chrono::seconds duration) override {
        pauses.emplace_back(port, duration);
        return posted;
    }
    void reload(std::function<void(std::optional<std::string>)> answer) override { reloads.push_back(answer); }

    int rescans = 0;
    std::vector<std::string> refreshes;
    std::vector<std::pair<std::string, std::chrono::seconds>> pauses;
    std::vector<std::function<void(std::optional<std::string>)>> reloads;
    daemon::Posted posted = daemon::Posted::taken;
};

class PlainLogControl final : public daemon::LogControl {
public:
    daemon::LogLevel level() const override { return level_; }
    void set_level(daemon::LogLevel level) override { level_ = level; }
    std::string target() const override { return target_; }
    bool set_target(std::string_view target) override {
        if (target != "console" && target != "journal") return false;
        target_ = target;
        return true;
    }

private:
    daemon::LogLevel level_ = daemon::LogLevel::info;
    std::string target_ = "console";
};

class ServiceThread {
public:
    explicit ServiceThread(const std::string& address);
    ~ServiceThread();
    ServiceThread(const ServiceThread&) = delete;
    ServiceThread& operator=(const ServiceThread&) = delete;

    // Runs it on the service's thread and returns when that is done.
    void run(const std::function<void()>& work);
    // Whether it came true on the service's thread within ten seconds; looked at after each turn of the loop.
    bool comes_true(const std::function<bool()>& condition);
    void publish(std::shared_ptr<const daemon::Board> board, std::vector<daemon::Event> events = {});
    void go_on_by(std::chrono::seconds time) { passed_ += time.count(); }
    daemon::Instant now() const;
    bool alive() const { return alive_; }

    // On the service's thread only.
    daemon::DbusService& service() { return *service_; }
    AskedCommands& commands() { return commands_; }

private:
    void loop(const std::stop_token& stop);
    void wait();
    void wake() const;
    void do_work();

    AskedCommands commands_;
    PlainLogControl log_control_;
    std::unique_ptr<daemon::DbusService> service_;
    std::atomic<std::int64_t> passed_{0};
    std::atomic<bool> alive_{true};
    int wakeup_ = -1;
    std::mutex mutex_;
    std::condition_variable done_;
    std::function<bool()> work_;  // again at each turn until it returns true; then empty
    std::jthread thread_;
};

// One port "swp7" as the judge sees it, and boards of it.
std::shared_ptr<const daemon::Board> board_of(std::vector<daemon::PortSnapshot> ports, daemon::Instant at);

}  // namespace opticward::test
