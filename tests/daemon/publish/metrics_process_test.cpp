#include "daemon/publish/metrics_process.h"

#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace opticward::daemon {
namespace {

class ProcessStatisticsTest : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::remove_all(proc_);
        std::filesystem::create_directories(proc_ / "self" / "fd");
    }
    void TearDown() override { std::filesystem::remove_all(proc_); }

    void write(const char* name, const std::string& text) { std::ofstream(proc_ / name) << text; }

    std::filesystem::path proc_ =
        std::filesystem::path(testing::TempDir()) / ("opticward_proc_" + std::to_string(::getpid()));
};

TEST_F(ProcessStatisticsTest, ReadsWhatTheKernelTells) {
    // A command name may hold blanks and brackets. Fields 14, 15, 22, 23, 24 of proc(5).
    write(
        "self/stat",
        "42 (a) b) c) S 1 42 42 0 -1 4194304 500 0 0 0 250 150 0 0 20 0 4 0 1000 123456789 300 18446744073709551615\n");
    write("stat", "cpu  1 2 3\nbtime 1700000000\nprocesses 5\n");
    write("self/limits", "Limit                     Soft Limit           Hard Limit           Units\n"
                         "Max open files            1024                 4096                 files\n");
    write("self/fd/0", "");
    write("self/fd/1", "");
    const ProcessStatistics statistics = read_process_statistics(proc_);
    EXPECT_EQ(statistics.cpu_seconds, 400.0 / static_cast<double>(::sysconf(_SC_CLK_TCK)));
    EXPECT_EQ(statistics.virtual_memory_bytes, 123456789);
    EXPECT_EQ(statistics.resident_memory_bytes, 300.0 * static_cast<double>(::sysconf(_SC_PAGESIZE)));
    EXPECT_EQ(statistics.started_at_seconds, 1700000000 + 1000.0 / static_cast<double>(::sysconf(_SC_CLK_TCK)));
    EXPECT_EQ(statistics.open_files, 2);
    EXPECT_EQ(statistics.max_files, 1024);
}

TEST_F(ProcessStatisticsTest, UnlimitedIsNoNumber) {
    write("self/limits", "Max open files            unlimited            unlimited            files\n");
    EXPECT_FALSE(read_process_statistics(proc_).max_files);
}

TEST_F(ProcessStatisticsTest, GarbageTellsNothing) {
    write("self/stat", "no brackets");
    write("stat", "btime\n");
    const ProcessStatistics statistics = read_process_statistics(proc_);
    EXPECT_FALSE(statistics.cpu_seconds);
    EXPECT_FALSE(statistics.virtual_memory_bytes);
    EXPECT_FALSE(statistics.started_at_seconds);
}

TEST(ProcessStatisticsOfThisProcessTest, AreThere) {
    const ProcessStatistics statistics = read_process_statistics("/proc");
    EXPECT_GT(statistics.resident_memory_bytes.value_or(0), 0);
    EXPECT_GT(statistics.open_files.value_or(0), 2);
    EXPECT_GT(statistics.started_at_seconds.value_or(0), 1.6e9);
}

}  // namespace
}  // namespace opticward::daemon
