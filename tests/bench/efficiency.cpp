#include "tests/bench/efficiency.h"

#include "cmis/memory_model.h"
#include "daemon/poll/port_poller.h"
#include "drivers/module_memory.h"
#include "drivers/simulator/simulated_bus.h"
#include "drivers/simulator/simulated_pin.h"
#include "drivers/sysfs/eeprom_file.h"
#include "tests/bench/least.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

namespace opticward::test {

namespace {

using namespace std::chrono_literals;

constexpr auto settling = 3h;
constexpr auto measured = 1h;
constexpr auto identity_check = 30s;
constexpr daemon::Periods periods{.presence = 1s, .poll = 10s};

class CountingSink final : public daemon::ReadingSink {
public:
    void publish(daemon::Reading reading) override {
        ++polls;
        failed += reading.state == daemon::PortState::ok && !reading.fault ? 0 : 1;
    }
    std::size_t polls = 0;
    std::size_t failed = 0;
};

// A poller in virtual time.
class Run {
public:
    Run(drivers::ModuleAccess& access, drivers::Pin& presence)
        : poller_{{.port = 0,
                   .access = access,
                   .presence = &presence,
                   .host = {},
                   .sink = sink,
                   .now = [this] { return now_; },
                   .periods = periods,
                   .identity_check = identity_check}} {}

    void go_on(std::chrono::nanoseconds time, daemon::SteadyTime& clock) {
        const auto end = now_ + time;
        while (next_ <= end) {
            now_ = std::max(now_, next_);
            clock = now_;
            next_ = poller_.step({.steady = now_, .wall = {}});
        }
        now_ = end;
        clock = now_;
    }

    CountingSink sink;

private:
    daemon::SteadyTime now_ = daemon::SteadyTime{} + 1h;
    daemon::SteadyTime next_ = now_;
    daemon::PortPoller poller_;
};

// Of lower memory. Where the identifier is not programmed, nothing says once for all how pages are selected, so bytes
// 0..2 are asked again with each identity check.
bool is_live(const cmis::MemoryMap& image, std::size_t offset, std::size_t size) {
    const PollBytes all = poll_bytes(image, true);
    if (image.byte(cmis::lower(0)) == 0x00 && offset == 0 && size == 3) {
        return true;
    }
    return !all.lower.empty() && offset >= all.lower.front() && offset + size - 1 <= all.lower.back();
}

// Sorts the transactions of the log into what they were for.
void count_reads(const drivers::SimulatedBus& bus, const cmis::MemoryMap& image, Efficiency& result) {
    constexpr std::uint8_t page_register = 127;
    constexpr std::uint8_t lane_page = 0x11;
    std::optional<std::uint8_t> page;
    for (const drivers::BusTransaction& transaction : bus.log()) {
        const std::uint8_t offset = transaction.written.front();
        if (transaction.read == 0) {
            page = transaction.written.back();
        } else if (offset == page_register) {
            continue;
        } else if (offset < page_register) {
            result.static_reads += is_live(image, offset, transaction.read) ? 0 : 1;
        } else if (transaction.read == cmis::page_size) {
            ++result.identity_checks;
        } else {
            result.static_reads += !page || *page == lane_page ? 0 : 1;
        }
    }
}

void add_least(double poll, double check, Efficiency& result) {
    const auto checks = std::chrono::duration<double>(measured) / std::chrono::duration<double>(identity_check);
    result.least_seconds = poll * static_cast<double>(result.polls) + check * checks;
}

// A static file shows each flag for ever; a real module clears what was read, and then summarises nothing.
cmis::MemoryMap without_flags(cmis::MemoryMap image) {
    const auto identifier = cmis::identifier_of(image);
    const cmis::MemoryModel* model = identifier ? cmis::model_for(*identifier) : nullptr;
    if (model == nullptr || model->id != cmis::MemoryModelId::cmis) {
        return image;
    }
    cmis::Page& lower = image.at(cmis::lower_memory);
    std::fill(lower.begin() + 4, lower.begin() + 14, std::uint8_t{0});
    if (cmis::Page* lanes = image.find(cmis::upper_page(0x11))) {
        std::fill(lanes->begin() + 6, lanes->begin() + 26, std::uint8_t{0});
    }
    return image;
}

// A module has lower memory, whether its image has it or not.
cmis::MemoryMap with_lower_memory(cmis::MemoryMap image) {
    image.at(cmis::lower_memory);
    return image;
}

class AlwaysThere final : public drivers::Pin {
public:
    drivers::Result<bool> is_active() override { return true; }
};

// A folder of its own with the file that a driver like optoe would show: pages that are not there read as page 00h.
class OptoeFile {
public:
    explicit OptoeFile(const cmis::MemoryMap& image) {
        std::string name = (std::filesystem::temp_directory_path() / "opticward-efficiency-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            std::abort();
        }
        folder_ = name;
        std::ofstream file{path(), std::ios::binary};
        const auto write = [&](const cmis::Page* page) {
            const cmis::Page empty{};
            const cmis::Page& bytes = page == nullptr ? empty : *page;
            file << std::string{bytes.begin(), bytes.end()};
        };
        const cmis::Page* page_zero = image.find(cmis::upper_page(0x00));
        write(image.find(cmis::lower_memory));
        for (unsigned page = 0; page <= 0x2F; ++page) {
            const cmis::Page* there = image.find(cmis::upper_page(static_cast<std::uint8_t>(page)));
            write(there == nullptr ? page_zero : there);
        }
    }
    ~OptoeFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    OptoeFile(const OptoeFile&) = delete;
    OptoeFile& operator=(const OptoeFile&) = delete;

    std::filesystem::path path() const { return folder_ / "eeprom"; }

private:
    std::filesystem::path folder_;
};

// Prices each read as the driver would do it. What the file reads besides, to be sure of a page, is whole pages.
class PricedFile final : public drivers::ModuleAccess {
public:
    PricedFile(const std::filesystem::path& path, drivers::Now now, const cmis::MemoryMap& image, WireModel wire)
        : file_{path, std::move(now)}, image_{image}, wire_{wire} {}

    drivers::Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override {
        const auto before = file_.counters();
        const auto done = file_.read(range, out);
        const auto accesses = file_.counters().transfers - before.transfers;
        const std::size_t position = range.page.lower ? range.offset : range.offset + 128U * range.page.page;
        spent += file_access(position, range.size, wire_);
        spent += static_cast<double>(accesses - 1) * file_access(256, cmis::page_size, wire_);
        static_reads += accesses - 1;
        if (range.page.lower) {
            static_reads += is_live(image_, range.offset, range.size) ? 0 : 1;
        } else if (range.page.page == 0) {
            ++identity_checks;
        } else {
            static_reads += range.page.page == 0x11 ? 0 : 1;
        }
        return done;
    }
    std::size_t longest_gap(cmis::PageId page) const override { return file_.longest_gap(page); }
    void forget() override { file_.forget(); }
    drivers::AccessCounters counters() const override { return file_.counters(); }

    double spent = 0;
    std::size_t static_reads = 0;
    std::size_t identity_checks = 0;

private:
    drivers::EepromFile file_;
    const cmis::MemoryMap& image_;
    WireModel wire_;
};

bool clears(std::uint8_t identifier, cmis::Location location) {
    const cmis::MemoryModel* model = cmis::model_for(identifier);
    return model != nullptr && cmis::clears_on_read(model->id, location);
}

}  // namespace

Efficiency efficiency_on_the_bus(const cmis::MemoryMap& given, unsigned hertz) {
    const cmis::MemoryMap image = with_lower_memory(given);
    daemon::SteadyTime clock = daemon::SteadyTime{} + 1h;
    const drivers::Timing timing{.pause = [](std::chrono::nanoseconds) {}, .now = [&clock] { return clock; }};
    drivers::SimulatedBus bus{hertz, drivers::Pacing::instant, timing.now};
    bus.add_port(drivers::SimulatedModule{image, true, clears}, {});
    drivers::ModuleMemory memory{bus.channel(0), timing};
    drivers::SimulatedPin presence{bus, 0};
    Run run{memory, presence};
    run.go_on(settling, clock);
    run.sink = {};
    bus.record(true);
    run.go_on(measured, clock);

    const WireModel wire{hertz};
    Efficiency result{.polls = run.sink.polls, .failed_polls = run.sink.failed};
    count_reads(bus, image, result);
    for (const drivers::BusTransaction& transaction : bus.log()) {
        result.spent_seconds += std::chrono::duration<double>(transaction.time).count();
    }
    const PollBytes bytes = poll_bytes(image, false);
    add_least(least_poll(bytes, wire), least_identity_check(image, bytes, wire), result);
    return result;
}

Efficiency efficiency_by_file(const cmis::MemoryMap& image, unsigned hertz) {
    const cmis::MemoryMap quiet = without_flags(image);
    const OptoeFile file{quiet};
    const WireModel wire{hertz};
    daemon::SteadyTime clock = daemon::SteadyTime{} + 1h;
    PricedFile priced{file.path(), [&clock] { return clock; }, quiet, wire};
    AlwaysThere presence;
    Run run{priced, presence};
    run.go_on(settling, clock);
    run.sink = {};
    priced.spent = 0;
    priced.static_reads = 0;
    priced.identity_checks = 0;
    run.go_on(measured, clock);

    Efficiency result{.spent_seconds = priced.spent,
                      .polls = run.sink.polls,
                      .failed_polls = run.sink.failed,
                      .identity_checks = priced.identity_checks,
                      .static_reads = priced.static_reads};
    const PollBytes bytes = poll_bytes(quiet, false);
    add_least(least_poll_by_file(bytes, wire), least_identity_check_by_file(wire), result);
    return result;
}

}  // namespace opticward::test
