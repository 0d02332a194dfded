// One simulated module on a bus of its own, read through ModuleMemory; the log shows what crossed the wire.
#pragma once

#include "drivers/module_memory.h"
#include "drivers/simulator/simulated_bus.h"
#include "tests/drivers/fake_time.h"
#include "tests/drivers/module_images.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace opticward::drivers {

class SimulatedPort {
public:
    explicit SimulatedPort(const cmis::MemoryMap& image)
        : bus{400'000, Pacing::instant, time.timing().now},
          channel_{bus.add_port({image, true, {}}, {})},
          memory{bus.channel(channel_), time.timing()} {
        bus.record(true);
    }

    Result<std::vector<std::uint8_t>> read(cmis::PageId page, std::uint8_t offset, std::uint8_t size) {
        std::vector<std::uint8_t> out(size, 0xee);
        const auto done = memory.read({page, offset, size}, out);
        if (!done) return failed(done.error());
        return out;
    }

    // The bytes of each write, the offset first; reads are left out.
    std::vector<std::vector<std::uint8_t>> writes() const {
        std::vector<std::vector<std::uint8_t>> found;
        for (const auto& transaction : bus.log()) {
            if (transaction.read == 0) found.push_back(transaction.written);
        }
        return found;
    }

    // Offset and size of each read.
    std::vector<std::pair<int, int>> reads() const {
        std::vector<std::pair<int, int>> found;
        for (const auto& transaction : bus.log()) {
            if (transaction.read > 0) found.emplace_back(transaction.written.at(0), static_cast<int>(transaction.read));
        }
        return found;
    }

    SimulatedModule& module() { return bus.module(channel_); }

    FakeTime time;
    SimulatedBus bus;

private:
    std::size_t channel_;

public:
    ModuleMemory memory;
};

}  // namespace opticward::drivers
