// One cycle of a chassis in real clock time: each bus has a thread that reads and decodes the live bytes of its ports,
// over a simulated wire at 400 kHz. The limit is what the busiest bus needs for these reads and one mux select a port.
//
// Counters: `limit_ms`, and `over_limit`, the cycle's time over it (1.00 is physics).
#include "cmis/codec.h"
#include "cmis/memory_model.h"
#include "drivers/module_memory.h"
#include "drivers/simulator/simulated_bus.h"
#include "tests/support/module_images.h"

#include <atomic>
#include <barrier>
#include <benchmark/benchmark.h>
#include <memory>
#include <thread>
#include <vector>

namespace opticward {
namespace {

constexpr unsigned clock_hertz = 400'000;

struct Port {
    std::unique_ptr<drivers::ModuleMemory> access;
    cmis::MemoryMap memory;
    cmis::Module module;
    std::vector<cmis::ByteRange> ranges;
};

class Bus {
public:
    Bus(unsigned ports, const cmis::MemoryMap& image)
        : wire_(clock_hertz, drivers::Pacing::wire, drivers::real_timing().now) {
        for (unsigned i = 0; i < ports; ++i) {
            const std::size_t channel =
                wire_.add_port(drivers::SimulatedModule{image, true, drivers::ClearOnRead{}}, {});
            Port port;
            port.access = std::make_unique<drivers::ModuleMemory>(wire_.channel(channel), drivers::real_timing());
            port.memory = image;
            port.module = cmis::decode(image);
            port.ranges = cmis::live_ranges(port.module, true);
            ports_.push_back(std::move(port));
        }
    }

    void cycle() {
        for (Port& port : ports_) {
            for (const cmis::ByteRange& range : port.ranges) {
                cmis::Page& page = port.memory.at(range.page);
                const std::size_t first = range.offset % cmis::page_size;
                if (!port.access->read(range, cmis::MutableBytes{page}.subspan(first, range.size))) {
                    std::abort();  // a benchmark of failing reads measures nothing
                }
            }
            cmis::decode_live(port.memory, port.module);
            benchmark::DoNotOptimize(port.module.live);
        }
    }

    std::chrono::nanoseconds limit() const {
        std::chrono::nanoseconds sum{0};
        for (const Port& port : ports_) {
            sum += wire_.write_time(0);  // the mux select: one byte behind the address
            for (const cmis::ByteRange& range : port.ranges) {
                sum += wire_.read_time(range.size);
            }
        }
        return sum;
    }

private:
    drivers::SimulatedBus wire_;
    std::vector<Port> ports_;
};

void cycle(benchmark::State& state, const cmis::MemoryMap& image) {
    const auto ports = static_cast<unsigned>(state.range(0));
    const auto buses = static_cast<unsigned>(state.range(1));
    std::vector<std::unique_ptr<Bus>> chassis;
    for (unsigned i = 0; i < buses; ++i) {
        chassis.push_back(std::make_unique<Bus>(ports / buses, image));
        chassis.back()->cycle();  // pages selected, read sizes learnt
    }
    std::atomic<bool> done = false;
    std::barrier start{static_cast<std::ptrdiff_t>(buses) + 1};
    std::barrier end{static_cast<std::ptrdiff_t>(buses) + 1};
    std::vector<std::jthread> threads;
    threads.reserve(buses);
    for (const auto& bus : chassis) {
        threads.emplace_back([&] {
            for (start.arrive_and_wait(); !done; start.arrive_and_wait()) {
                bus->cycle();
                end.arrive_and_wait();
            }
        });
    }
    for (auto _ : state) {
        start.arrive_and_wait();
        end.arrive_and_wait();
    }
    done = true;
    start.arrive_and_wait();
    const double limit_seconds = std::chrono::duration<double>(chassis.front()->limit()).count();
    state.counters["limit_ms"] = limit_seconds * 1e3;
    // Inverted rate: benchmark divides the time by (limit * iterations).
    state.counters["over_limit"] = benchmark::Counter(limit_seconds * static_cast<double>(state.iterations()),
                                                      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

cmis::MemoryMap cmis_module() {
    cmis::MemoryMap memory = test::image_c2();
    test::put_cmis_monitors(memory);
    test::put_cmis_thresholds(memory);
    return memory;
}

BENCHMARK_CAPTURE(cycle, sff8636, test::image_a())
    ->ArgNames({"ports", "buses"})
    ->Args({32, 4})
    ->Args({128, 16})
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cycle, cmis, cmis_module())
    ->ArgNames({"ports", "buses"})
    ->Args({32, 4})
    ->Args({128, 16})
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace opticward
