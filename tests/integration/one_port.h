// One port from end to end in virtual time: module bytes on a simulated bus, ModuleMemory, PortPoller, Judge, the text of
// /metrics. Only the thread, the queue and the socket of the daemon are left out.
#pragma once

#include "cmis/codec.h"
#include "daemon/judge/judge.h"
#include "daemon/poll/port_poller.h"
#include "daemon/publish/event_log.h"
#include "daemon/publish/metrics.h"
#include "drivers/module_memory.h"
#include "drivers/simulator/simulated_bus.h"
#include "drivers/simulator/simulated_pin.h"
#include "tests/drivers/fake_time.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opticward::test {

inline bool clears(std::uint8_t identifier, cmis::Location location) {
    const cmis::MemoryModel* model = cmis::model_for(identifier);
    return model != nullptr && cmis::clears_on_read(model->id, location);
}

// What sysfs would say of the port.
inline drivers::HostPortState ethernet_port(bool up) {
    return {.link_layer = drivers::LinkLayer::ethernet, .link_up = up, .admin_up = true, .evidence = "netdev type 1"};
}
inline drivers::HostPortState infiniband_port(bool up) {
    return {.link_layer = drivers::LinkLayer::infiniband,
            .link_up = up,
            .admin_up = true,
            .evidence = "link_layer InfiniBand"};
}

class OnePort final : private daemon::ReadingSink {
public:
    OnePort(const cmis::MemoryMap& image, drivers::HostPortState host)
        : host_{std::move(host)},
          bus_{400'000, drivers::Pacing::instant, time_.timing().now},
          channel_{bus_.add_port({image, true, clears}, {})},
          memory_{bus_.channel(channel_), time_.timing()},
          presence_{bus_, channel_},
          judge_{{settings()}, {}, now()},
          poller_{{.port = 0,
                   .access = memory_,
                   .presence = &presence_,
                   .host = [this] { return host_; },
                   .sink = *this,
                   .now = time_.timing().now,
                   .periods = {.presence = std::chrono::seconds{1}, .poll = std::chrono::seconds{1}},
                   .identity_check = std::chrono::seconds{30}}} {}

    drivers::SimulatedModule& module() { return bus_.module(channel_); }
    void set_host(drivers::HostPortState host) { host_ = std::move(host); }

    // Lets that much time pass, polling when the poller asks for it.
    void run(std::chrono::seconds duration) {
        const daemon::SteadyTime end = now().steady + duration;
        while (now().steady < end) {
            const daemon::SteadyTime next = poller_.step(now());
            note(judge_.tick(now()));
            const daemon::SteadyTime until = std::min(next, end);
            if (until > now().steady) {
                time_.advance(until - now().steady);
            }
        }
    }

    std::string metrics() { return daemon::render(*judge_.board(now()), {}); }
    // The value of a series as printed; "" when there is no such series.
    std::string value(std::string_view series) {
        const std::string text = "\n" + metrics();
        const std::string line = "\n" + std::string{series} + " ";
        const std::size_t at = text.find(line);
        if (at == std::string::npos) {
            return "";
        }
        const std::size_t start = at + line.size();
        return text.substr(start, text.find('\n', start) - start);
    }
    std::shared_ptr<const daemon::PortSnapshot> port() { return judge_.board(now())->ports.at(0); }
    const std::vector<std::string>& log() const { return log_; }
    std::size_t logged(std::string_view words) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            log_, [words](const std::string& line) { return line.find(words) != std::string::npos; }));
    }

private:
    static daemon::PortSettings settings() {
        daemon::PortSettings port;
        port.name = "swp1";
        port.label = "swp1";
        port.bus = "bus0";
        port.source = "simulated";
        port.interval = std::chrono::seconds{1};
        return port;
    }
    // Wall time begins at a date that can be told from 1970.
    daemon::Instant now() {
        const daemon::SteadyTime steady = time_.timing().now();
        const auto wall = daemon::WallTime{std::chrono::seconds{1'796'083'200}} +
                          std::chrono::duration_cast<daemon::WallTime::duration>(steady.time_since_epoch());
        return {steady, wall};
    }
    void publish(daemon::Reading reading) override { note(judge_.take(reading, now())); }
    void note(const std::vector<daemon::Event>& events) {
        for (const daemon::Event& event : events) {
            log_.push_back(daemon::log_line(event));
        }
    }

    drivers::FakeTime time_;
    drivers::HostPortState host_;
    drivers::SimulatedBus bus_;
    std::size_t channel_;
    drivers::ModuleMemory memory_;
    drivers::SimulatedPin presence_;
    daemon::Judge judge_;
    daemon::PortPoller poller_;
    std::vector<std::string> log_;
};

}  // namespace opticward::test
