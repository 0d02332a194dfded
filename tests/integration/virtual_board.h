// A whole board from its settings, in virtual time: every bus's schedule, the judge, the log lines and /metrics. What a
// worker thread and the main loop would do is done here in turn, so that two minutes take a second and never vary.
#pragma once

#include "config/settings.h"
#include "daemon/judge/judge.h"
#include "daemon/poll/bus_schedule.h"
#include "daemon/publish/event_log.h"
#include "daemon/publish/metrics.h"
#include "daemon/wiring.h"
#include "drivers/driver_registry.h"
#include "tests/drivers/fake_time.h"
#include "tests/integration/one_port.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::test {

class VirtualBoard {
public:
    explicit VirtualBoard(const config::Settings& settings) : VirtualBoard{settings, "/"} {}
    // On a host whose files lie below `root`.
    VirtualBoard(const config::Settings& settings, const std::filesystem::path& root)
        : judge_{daemon::judge_ports(settings), daemon::judge_settings(settings), now()},
          sink_{std::make_shared<Sink>(*this)} {
        const drivers::Environment environment{
            .root = root, .timing = time_.timing(), .clear_on_read = clears, .pacing = drivers::Pacing::instant};
        for (const config::BusSettings& bus : settings.buses) {
            auto device = drivers::open_bus(bus.description, environment);
            if (!device) {
                throw std::runtime_error{device.error()};
            }
            daemon::BusParts parts;
            parts.device = std::move(*device);
            parts.ports = bus.ports;
            parts.sink = sink_;
            parts.clock = [this] { return now(); };
            parts.periods = {.presence = settings.poll.presence, .poll = bus.interval};
            parts.identity_check = settings.poll.identity_check;
            parts.max_bus_share = settings.poll.max_bus_share;
            buses_.push_back(std::make_unique<daemon::BusSchedule>(std::move(parts)));
        }
    }

    void run(std::chrono::seconds duration) {
        const daemon::SteadyTime end = now().steady + duration;
        while (now().steady < end) {
            daemon::SteadyTime next = end;
            for (const auto& bus : buses_) {
                next = std::min(next, bus->run([] { return false; }));
            }
            note(judge_.tick(now()));
            if (next > now().steady) {
                time_.advance(next - now().steady);
            }
        }
    }

    std::shared_ptr<const daemon::PortSnapshot> port(std::string_view name) {
        const auto board = judge_.board(now());
        for (const auto& each : board->ports) {
            if (each->name == name) {
                return each;
            }
        }
        throw std::runtime_error{"no port " + std::string{name}};
    }
    std::string metrics() { return daemon::render(*judge_.board(now()), {}); }
    const std::vector<std::string>& log() const { return log_; }
    // The lines that hold all these words.
    std::vector<std::string> logged(std::initializer_list<std::string_view> words) const {
        std::vector<std::string> found;
        std::ranges::copy_if(log_, std::back_inserter(found), [&](const std::string& line) {
            return std::ranges::all_of(words, [&](std::string_view word) { return line.contains(word); });
        });
        return found;
    }

private:
    struct Sink final : daemon::ReadingSink {
        explicit Sink(VirtualBoard& board) : owner{board} {}
        void publish(daemon::Reading reading) override { owner.note(owner.judge_.take(reading, owner.now())); }
        VirtualBoard& owner;
    };

    daemon::Instant now() {
        const daemon::SteadyTime steady = time_.timing().now();
        const auto wall = daemon::WallTime{std::chrono::seconds{1'796'083'200}} +
                          std::chrono::duration_cast<daemon::WallTime::duration>(steady.time_since_epoch());
        return {steady, wall};
    }
    void note(const std::vector<daemon::Event>& events) {
        for (const daemon::Event& event : events) {
            log_.push_back(daemon::log_line(event));
        }
    }

    drivers::FakeTime time_;
    daemon::Judge judge_;
    std::shared_ptr<Sink> sink_;
    std::vector<std::unique_ptr<daemon::BusSchedule>> buses_;
    std::vector<std::string> log_;
};

}  // namespace opticward::test
