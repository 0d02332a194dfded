// What one poll and one insertion cost in the processor: live decode and full decode.
#include "cmis/codec.h"
#include "tests/support/module_images.h"

#include <benchmark/benchmark.h>

namespace opticward {
namespace {

cmis::MemoryMap cmis_module() {
    cmis::MemoryMap memory = test::image_c2();
    test::put_cmis_monitors(memory);
    test::put_cmis_thresholds(memory);
    return memory;
}

void live_decode(benchmark::State& state, const cmis::MemoryMap& memory) {
    cmis::Module module = cmis::decode(memory);
    for (auto _ : state) {
        cmis::decode_live(memory, module);
        benchmark::DoNotOptimize(module.live);
    }
}

void full_decode(benchmark::State& state, const cmis::MemoryMap& memory) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(cmis::decode(memory));
    }
}

BENCHMARK_CAPTURE(live_decode, sff8636, test::image_a());
BENCHMARK_CAPTURE(live_decode, cmis, cmis_module());
BENCHMARK_CAPTURE(live_decode, passive_copper, test::image_b());
BENCHMARK_CAPTURE(full_decode, sff8636, test::image_a());
BENCHMARK_CAPTURE(full_decode, cmis, cmis_module());

}  // namespace
}  // namespace opticward
