// `./dev bench`: bus efficiency of every image, the cycle of a chassis in real time, and what decoding costs.
//
//   opticward_bench [efficiency | cycle | GOOGLE-BENCHMARK-OPTION...]
//
// Without a word, all of it. Goals (performance.md, section 7): efficiency 0.95 of each image; a cycle 1.02 times the
// limit of its bus at 32 ports on 4 buses and 1.08 times at 128 on 16, where the machine's timers allow it. Exits with 1
// when an image misses the first; the second depends on what else the machine does: where it is busy,
// `chrt -f 1 opticward_bench cycle` shows what is left of it.
#include "tests/bench/cycle.h"
#include "tests/bench/efficiency.h"
#include "tests/corpus/corpus.h"
#include "tests/support/module_images.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opticward {
namespace {

constexpr double efficiency_goal = 0.95;
constexpr unsigned clock_hertz = 400'000;

using NamedImage = std::pair<std::string, cmis::MemoryMap>;

cmis::MemoryMap cmis_module(std::uint8_t missing_lanes) {
    cmis::MemoryMap memory = test::image_c2();
    test::put_cmis_monitors(memory);
    test::put_cmis_thresholds(memory);
    test::put(memory, cmis::upper(0x00, 210), {missing_lanes});
    memory.at(cmis::upper_page(0x10));
    test::put_cmis_sums(memory);
    return memory;
}

std::vector<NamedImage> images() {
    std::vector<NamedImage> all{{"(own) SFF-8636 optical", test::image_a()},
                                {"(own) SFF-8636 passive copper", test::image_b()},
                                {"(own) CMIS, 8 lanes", cmis_module(0x00)},
                                {"(own) CMIS, 4 lanes", cmis_module(0xF0)},
                                {"(own) CMIS, 1 lane", cmis_module(0xFE)}};
    const auto folder = test::corpus_folder();
    if (!folder) {
        std::printf("%s\n", test::corpus_absent().c_str());
        return all;
    }
    for (const test::CorpusCase& it : test::corpus_cases(*folder)) {
        if (it.has_a_map()) {
            all.emplace_back(it.name, it.image().memory);
        }
    }
    return all;
}

bool print_efficiency() {
    std::printf(
        "Bus efficiency, 400 kHz, ms a poll (each 10 s, identity check each 30 s; an hour, three after insertion)\n");
    std::printf("%-40s %26s  %26s\n", "", "------- raw I2C -------", "---- optoe-like file ----");
    std::printf("%-40s %8s %8s %8s  %8s %8s %8s  %s\n", "image", "least", "spent", "ratio", "least", "spent", "ratio",
                "static reads");
    double worst = 1;
    for (const auto& [name, memory] : images()) {
        const test::Efficiency bus = test::efficiency_on_the_bus(memory, clock_hertz);
        const test::Efficiency file = test::efficiency_by_file(memory, clock_hertz);
        std::printf("%-40.40s %8.4f %8.4f %8.3f  %8.4f %8.4f %8.3f  %zu\n", name.c_str(), bus.least_per_poll() * 1e3,
                    bus.spent_per_poll() * 1e3, bus.ratio(), file.least_per_poll() * 1e3, file.spent_per_poll() * 1e3,
                    file.ratio(), bus.static_reads + file.static_reads);
        worst = std::min({worst, bus.ratio(), file.ratio()});
    }
    std::printf("worst %.3f, goal %.2f\n\n", worst, efficiency_goal);
    return worst >= efficiency_goal;
}

void print_cycle(const char* what, const cmis::MemoryMap& image, unsigned ports, unsigned buses, double goal) {
    constexpr unsigned cycles = 200;
    const test::CycleTimes times = test::cycle_times(image, ports, buses, cycles);
    const auto over = [&](double seconds) { return seconds / times.limit_seconds; };
    std::printf("%-10s %3u ports, %2u buses  limit %7.3f ms  median %7.3f ms = %5.3f (95 %%: %5.3f, goal %.2f)"
                "  timers alone %5.3f (95 %%: %5.3f)\n",
                what, ports, buses, times.limit_seconds * 1e3, times.median_seconds * 1e3, over(times.median_seconds),
                over(times.slow_seconds), goal, over(times.floor_median_seconds), over(times.floor_slow_seconds));
}

void print_cycles() {
    std::printf("Cycle time over the limit of the busiest bus, real clock, 400 kHz, one mux select a port\n");
    const std::vector<NamedImage> kinds{{"SFF-8636", test::image_a()}, {"CMIS", cmis_module(0x00)}};
    for (const auto& [name, image] : kinds) {
        print_cycle(name.c_str(), image, 32, 4, 1.02);
        print_cycle(name.c_str(), image, 128, 16, 1.08);
    }
    std::printf("\n");
}

}  // namespace
}  // namespace opticward

int main(int count, char** words) {
    const std::string_view only = count > 1 ? words[1] : "";
    const bool everything = count == 1;
    bool efficient = true;
    if (everything || only == "efficiency") {
        efficient = opticward::print_efficiency();
    }
    if (everything || only == "cycle") {
        opticward::print_cycles();
    }
    if (only != "efficiency" && only != "cycle") {
        benchmark::Initialize(&count, words);
        benchmark::RunSpecifiedBenchmarks();
        benchmark::Shutdown();
    }
    return efficient ? 0 : 1;
}
