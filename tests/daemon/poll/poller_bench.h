// One port of a simulated bus in virtual time with a poller on it, for the tests of polling.
#pragma once

#include "cmis/memory_model.h"
#include "daemon/poll/port_poller.h"
#include "drivers/module_memory.h"
#include "drivers/simulator/simulated_bus.h"
#include "drivers/simulator/simulated_pin.h"
#include "tests/support/module_images.h"

#include <chrono>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace opticward::test {

using std::chrono::milliseconds;
using std::chrono::seconds;

class CollectingSink final : public daemon::ReadingSink {
public:
    void publish(daemon::Reading reading) override { readings_.push_back(std::move(reading)); }

    const std::vector<daemon::Reading>& all() const { return readings_; }
    const daemon::Reading& last() const { return readings_.at(readings_.size() - 1); }

private:
    std::vector<daemon::Reading> readings_;
};

// What a poller asks for, answered by a module, or by a fault as long as there is one.
class FaultyAccess final : public drivers::ModuleAccess {
public:
    explicit FaultyAccess(drivers::ModuleAccess& inner) : inner_{inner} {}

    drivers::Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override {
        reads_.push_back(range);
        if (fault && (!only || *only == range.page)) {
            return drivers::failed(*fault);
        }
        return inner_.read(range, out);
    }
    drivers::Result<void> read_parts(std::span<const drivers::ReadPart> parts) override {
        for (const drivers::ReadPart& part : parts) {
            reads_.push_back(part.range);
            if (fault && (!only || *only == part.range.page)) {
                return drivers::failed(*fault);
            }
        }
        return inner_.read_parts(parts);
    }
    void forget() override {
        ++forgotten;
        inner_.forget();
    }
    bool repeats() const override { return repeating; }
    drivers::AccessCounters counters() const override { return inner_.counters(); }

    std::size_t reads_of(cmis::PageId page) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(reads_, [&](const cmis::ByteRange& range) { return range.page == page; }));
    }
    void forget_reads() { reads_.clear(); }
    std::size_t reads() const { return reads_.size(); }
    const std::vector<cmis::ByteRange>& ranges() const { return reads_; }

    std::optional<drivers::Fault> fault;
    std::optional<cmis::PageId> only;
    bool repeating = false;  // as a driver that holds back
    unsigned forgotten = 0;

private:
    drivers::ModuleAccess& inner_;
    std::vector<cmis::ByteRange> reads_;
};

class PollerTest : public testing::Test {
protected:
    static constexpr seconds interval{10};

    // Plugs it in, or leaves the cage empty.
    void make(const cmis::MemoryMap& image, bool inserted = true, bool with_presence = true) {
        channel_ = bus_.add_port(drivers::SimulatedModule{image, inserted, clears()}, {});
        memory_ = std::make_unique<drivers::ModuleMemory>(bus_.channel(channel_), timing());
        access_ = std::make_unique<FaultyAccess>(*memory_);
        presence_ = std::make_unique<drivers::SimulatedPin>(bus_, channel_);
        poller_ = std::make_unique<daemon::PortPoller>(daemon::PollerParts{
            .port = 0,
            .access = *access_,
            .presence = with_presence ? presence_.get() : nullptr,
            .cage = cage_,
            .host = {},
            .evidence = evidence_.get(),
            .sink = sink_,
            .now = [this] { return now_; },
            .periods = {.presence = seconds{1}, .poll = interval},
            .identity_check = seconds{30},
        });
    }

    drivers::SimulatedModule& module() { return bus_.module(channel_); }
    void put_byte(cmis::Location at, std::uint8_t byte) { module().patch(at, byte); }
    void put_word(cmis::Location at, std::uint16_t word) {
        put_byte(at, static_cast<std::uint8_t>(word >> 8U));
        put_byte({at.page, static_cast<std::uint8_t>(at.offset + 1)}, static_cast<std::uint8_t>(word & 0xFFU));
    }

    // Time goes to `elapsed` after the start, by way of every step that is due before.
    void run_to(milliseconds elapsed) {
        const auto end = start_ + elapsed;
        while (next_ <= end) {
            now_ = std::max(now_, next_);
            step();
        }
        now_ = end;
    }
    void step() { next_ = poller_->step({.steady = now_, .wall = daemon::WallTime{} + (now_ - start_)}); }

    const daemon::Reading& last() const { return sink_.last(); }

    const daemon::SteadyTime start_ = daemon::SteadyTime{} + std::chrono::hours{1};
    daemon::SteadyTime now_ = start_;
    daemon::SteadyTime next_ = start_;
    CollectingSink sink_;
    daemon::CageLines cage_;  // of the poller that is made next
    drivers::SimulatedBus bus_{400'000, drivers::Pacing::instant, [this] { return now_; }};
    std::size_t channel_ = 0;
    std::unique_ptr<drivers::ModuleMemory> memory_;
    std::unique_ptr<FaultyAccess> access_;
    std::unique_ptr<drivers::SimulatedPin> presence_;
    std::unique_ptr<drivers::ImageEvidence> evidence_;  // to be set before make()
    std::unique_ptr<daemon::PortPoller> poller_;

private:
    // A pause costs no time here: the deadline of a read is not what these tests are about.
    drivers::Timing timing() {
        return {.pause = [](std::chrono::nanoseconds) {}, .now = [this] { return now_; }};
    }
    static drivers::ClearOnRead clears() {
        return [](std::uint8_t identifier, cmis::Location location) {
            const cmis::MemoryModel* model = cmis::model_for(identifier);
            return model != nullptr && cmis::clears_on_read(model->id, location);
        };
    }
};

}  // namespace opticward::test
