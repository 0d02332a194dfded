// Module memory on adapters that can do more or less: several parts in one call, short reads, single bytes, turns.
#include "drivers/i2c/linux_i2c_bus.h"
#include "drivers/module_memory.h"
#include "tests/drivers/fake_time.h"
#include "tests/drivers/i2c/fake_module_device.h"
#include "tests/drivers/temporary_folder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <sys/file.h>
#include <vector>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

using Calls = std::vector<std::string>;

class ModuleMemoryAdapterTest : public ::testing::Test {
protected:
    ModuleMemoryAdapterTest() {
        for (FakeModule* module : {&module_, &neighbour_}) {
            module->lower.fill(0x00);
            module->lower[0] = 0x11;
            module->upper[0].fill(0xa0);
            module->upper[3].fill(0xa3);
            module->upper[2].fill(0xa2);
        }
    }

    LinuxI2cBus::Parts parts(FakeModule& module) {
        LinuxI2cBus::Parts parts;
        parts.open = [this, &module]() -> std::expected<LinuxI2cBus::Opened, int> {
            return LinuxI2cBus::Opened{.device = std::make_unique<FakeModuleDevice>(module, time_), .limits = limits_};
        };
        parts.now = time_.timing().now;
        parts.explain = [](Fault fault, std::uint8_t) { return "because of " + std::string{text(fault)}; };
        return parts;
    }
    static Result<std::vector<std::uint8_t>> read(ModuleMemory& memory, cmis::PageId page, std::uint8_t offset,
                                                  std::uint8_t size) {
        std::vector<std::uint8_t> bytes(size, 0xee);
        const auto done = memory.read({page, offset, size}, bytes);
        if (!done) return failed(done.error());
        return bytes;
    }
    // The bytes of a page that is filled with one value; 0: something went wrong.
    static std::uint8_t read_page(ModuleMemory& memory, std::uint8_t page) {
        const auto bytes = read(memory, cmis::upper_page(page), 128, 128);
        if (!bytes) return 0;
        return std::ranges::count(*bytes, bytes->front()) == 128 ? bytes->front() : 0;
    }
    // After it the adapter is known to read 128 bytes.
    void read_lower() { ASSERT_TRUE(read(memory_, cmis::lower_memory, 0, 128)); }

    FakeTime time_;
    std::shared_ptr<AdapterLimits> limits_ = std::make_shared<AdapterLimits>();
    FakeModule module_;
    FakeModule neighbour_;
    LinuxI2cBus bus_{parts(module_)};
    LinuxI2cBus bus_of_neighbour_{parts(neighbour_)};
    ModuleMemory memory_{bus_, time_.timing()};
    ModuleMemory memory_of_neighbour_{bus_of_neighbour_, time_.timing()};
};

TEST_F(ModuleMemoryAdapterTest, RefusedLengthIsFoundByHalvingWithoutAPauseOrAFault) {
    module_.longest_read = 48;

    EXPECT_TRUE(read(memory_, cmis::lower_memory, 0, 128));

    EXPECT_EQ(module_.calls, (Calls{"r0+128", "r0+64", "r0+32", "r32+32", "r64+32", "r96+32"}));
    EXPECT_TRUE(time_.pauses_in_milliseconds().empty());
    EXPECT_EQ(memory_.counters().retries, 0U);
    EXPECT_EQ(memory_.counters().failed_reads, 0U);
    EXPECT_EQ(memory_.counters().faults, FaultCounts{});
    EXPECT_EQ(count_of(bus_.counters().faults, Fault::not_supported), 2U);
}

TEST_F(ModuleMemoryAdapterTest, LimitOfTheAdapterIsKeptForItsOtherModulesAndAfterForgetting) {
    module_.longest_read = 48;
    neighbour_.longest_read = 48;
    read_lower();
    module_.calls.clear();
    memory_.forget();

    EXPECT_TRUE(read(memory_, cmis::lower_memory, 0, 64));
    EXPECT_TRUE(read(memory_of_neighbour_, cmis::lower_memory, 0, 1));
    EXPECT_TRUE(read(memory_of_neighbour_, cmis::lower_memory, 0, 64));

    EXPECT_EQ(module_.calls, (Calls{"r0+32", "r32+32"}));
    EXPECT_EQ(neighbour_.calls, (Calls{"r0+1", "r0+32", "r32+32"}));
}

TEST_F(ModuleMemoryAdapterTest, AdapterThatRefusesEverythingIsNotSupported) {
    module_.longest_read = 0;

    const auto bytes = read(memory_, cmis::lower_memory, 0, 4);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::not_supported);
    EXPECT_EQ(module_.calls, (Calls{"r0+4", "r0+2", "r0+1"}));
    EXPECT_EQ(memory_.explanation(), "because of not_supported");
}

TEST_F(ModuleMemoryAdapterTest, SelectReadAndCheckAreOneCall) {
    read_lower();
    module_.calls.clear();

    EXPECT_EQ(read_page(memory_, 3), 0xa3);
    EXPECT_EQ(read_page(memory_, 3), 0xa3);

    EXPECT_EQ(module_.calls, (Calls{"w127=3 r128+128 r127+1", "r128+128 r127+1"}));
    EXPECT_EQ(memory_.counters().page_selects, 1U);
    EXPECT_EQ(memory_.counters().transfers, 3U);
    EXPECT_EQ(memory_.counters().bytes_read, 386U);
}

TEST_F(ModuleMemoryAdapterTest, SeveralRunsOfAPageAreOneCallWithOneCheck) {
    read_lower();
    module_.calls.clear();
    std::array<std::uint8_t, 4> first{};
    std::array<std::uint8_t, 2> second{};
    const std::array runs{ReadPart{{cmis::upper_page(3), 128, 4}, first},
                          ReadPart{{cmis::upper_page(3), 176, 2}, second}};

    EXPECT_TRUE(memory_.read_parts(runs));

    EXPECT_EQ(module_.calls, (Calls{"w127=3 r128+4 r176+2 r127+1"}));
    EXPECT_EQ(second, (std::array<std::uint8_t, 2>{0xa3, 0xa3}));
}

TEST_F(ModuleMemoryAdapterTest, ShortReadsAreJoinedToo) {
    module_.longest_read = 64;
    read_lower();
    module_.calls.clear();

    EXPECT_EQ(read_page(memory_, 3), 0xa3);

    EXPECT_EQ(module_.calls, (Calls{"w127=3 r128+64 r192+64 r127+1"}));
}

TEST_F(ModuleMemoryAdapterTest, WhatIsTooMuchForOneCallGoesInSeparateOnes) {
    module_.longest_read = 4;
    read_lower();
    module_.calls.clear();

    EXPECT_EQ(read_page(memory_, 3), 0xa3);

    EXPECT_EQ(module_.calls.front(), "w127=3");
    EXPECT_EQ(module_.calls.size(), 34U);
}

TEST_F(ModuleMemoryAdapterTest, AdapterThatTakesNoMoreThanAWriteAndAReadIsFoundOutOnce) {
    module_.most_parts = 1;
    read_lower();
    module_.calls.clear();

    EXPECT_EQ(read_page(memory_, 3), 0xa3);
    EXPECT_EQ(read_page(memory_, 2), 0xa2);

    EXPECT_EQ(module_.calls,
              (Calls{"w127=3 r128+128 r127+1", "w127=3", "r128+128", "r127+1", "w127=2", "r128+128", "r127+1"}));
    EXPECT_EQ(memory_.counters().faults, FaultCounts{});
    EXPECT_EQ(memory_.counters().page_selects, 2U);
    EXPECT_TRUE(time_.pauses_in_milliseconds().empty());
}

TEST_F(ModuleMemoryAdapterTest, ModuleThatNeedsTimeAfterASelectGetsItOnceThatIsKnown) {
    module_.settling = 5ms;
    read_lower();

    EXPECT_EQ(read_page(memory_, 3), 0xa3);
    EXPECT_EQ(read_page(memory_, 2), 0xa2);
    const auto faults = count_of(memory_.counters().faults, Fault::nack);
    module_.calls.clear();
    EXPECT_EQ(read_page(memory_, 3), 0xa3);

    EXPECT_EQ(module_.calls, (Calls{"w127=3", "r128+128 r127+1"}));
    EXPECT_EQ(time_.pauses_in_milliseconds().back(), 10);
    EXPECT_EQ(count_of(memory_.counters().faults, Fault::nack), faults);
    EXPECT_EQ(memory_.counters().failed_reads, 0U);
}

TEST_F(ModuleMemoryAdapterTest, TheNextModuleIsNotWaitedFor) {
    module_.settling = 5ms;
    read_lower();
    EXPECT_EQ(read_page(memory_, 3), 0xa3);
    EXPECT_EQ(read_page(memory_, 2), 0xa2);
    module_.settling = 0ms;
    memory_.forget();
    EXPECT_EQ(read_page(memory_, 3), 0xa3);

    EXPECT_EQ(module_.calls.back(), "w127=3 r128+128 r127+1");
}

TEST_F(ModuleMemoryAdapterTest, ModuleThatShowsTheOldPageFirstIsReadInSteps) {
    read_lower();
    module_.late_selects = 1;
    module_.calls.clear();

    EXPECT_EQ(read_page(memory_, 3), 0xa3);

    EXPECT_EQ(module_.calls, (Calls{"w127=3 r128+128 r127+1", "r0+3", "w127=3", "r128+128", "r127+1"}));
    EXPECT_EQ(memory_.counters().page_mismatches, 1U);
}

TEST_F(ModuleMemoryAdapterTest, AdapterThatOnlyPretendsToJoinIsNoLongerAskedTo) {
    module_.loses_checks = true;
    read_lower();
    for (int reads = 0; reads < 3; ++reads)
        EXPECT_EQ(read_page(memory_, 3), 0xa3);
    module_.calls.clear();

    EXPECT_EQ(read_page(memory_, 3), 0xa3);

    EXPECT_EQ(module_.calls, (Calls{"r128+128", "r127+1"}));
}

TEST_F(ModuleMemoryAdapterTest, ModuleThatIsGoneIsNack) {
    read_lower();
    module_.settling = 10s;
    EXPECT_FALSE(read(memory_, cmis::upper_page(3), 128, 128));
    EXPECT_EQ(memory_.counters().failed_reads, 1U);
}

TEST_F(ModuleMemoryAdapterTest, OnBytesAloneAValueThatChangesMeanwhileIsReadAgain) {
    module_.functions = I2C_FUNC_SMBUS_READ_BYTE_DATA;
    ASSERT_TRUE(read(memory_, cmis::lower_memory, 0, 3));
    module_.lower[22] = 0x01;
    module_.lower[23] = 0xff;
    module_.calls.clear();
    module_.after_read = [this] {  // once the first byte was read
        module_.lower[22] = 0x02;
        module_.lower[23] = 0x00;
    };

    EXPECT_EQ(read(memory_, cmis::lower_memory, 22, 2).value(), (std::vector<std::uint8_t>{0x02, 0x00}));

    EXPECT_EQ(module_.calls, (Calls{"byte22", "byte23", "byte22", "byte23", "byte22"}));
}

// SFF-8636 bytes 6 and 7 hold latched flags: reading clears them.
TEST_F(ModuleMemoryAdapterTest, OnBytesAloneFlagsAreReadOnce) {
    module_.functions = I2C_FUNC_SMBUS_READ_BYTE_DATA;
    ASSERT_TRUE(read(memory_, cmis::lower_memory, 0, 3));
    module_.calls.clear();

    ASSERT_TRUE(read(memory_, cmis::lower_memory, 6, 2));

    EXPECT_EQ(module_.calls, (Calls{"byte6", "byte7"}));
}

TEST_F(ModuleMemoryAdapterTest, OnBytesAloneThePageOfTheBankThatTheModuleIsInIsSelected) {
    module_.functions = I2C_FUNC_SMBUS_READ_BYTE_DATA | I2C_FUNC_SMBUS_WRITE_BYTE_DATA;
    module_.lower[0] = 0x1e;  // CMIS

    EXPECT_TRUE(read(memory_, cmis::upper_page(3), 128, 1));

    EXPECT_EQ(module_.calls,
              (Calls{"byte0", "byte1", "byte2", "byte126", "write127=3", "byte128", "byte126", "byte127", "byte126"}));
}

TEST_F(ModuleMemoryAdapterTest, OnBytesAloneAnotherBankIsRefused) {
    module_.functions = I2C_FUNC_SMBUS_READ_BYTE_DATA | I2C_FUNC_SMBUS_WRITE_BYTE_DATA;
    module_.lower[0] = 0x1e;

    EXPECT_EQ(read(memory_, cmis::upper_page(3, 1), 128, 1).error(), Fault::page_refused);
    EXPECT_EQ(std::ranges::count(module_.calls, "write127=3"), 0);
}

TEST_F(ModuleMemoryAdapterTest, BoundDriverIsExplained) {
    module_.is_bound = true;

    const auto bytes = read(memory_, cmis::lower_memory, 0, 4);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::driver_bound);
    EXPECT_EQ(memory_.explanation(), "because of driver_bound");
}

class SharedBusTest : public ModuleMemoryAdapterTest {
protected:
    SharedBusTest() {
        LinuxI2cBus::Parts shared = parts(module_);
        shared.lock = std::make_unique<BusLock>(
            LockFile::own, [this]() -> std::expected<std::filesystem::path, int> { return file_; }, time_.timing());
        shared_ = std::make_unique<LinuxI2cBus>(std::move(shared));
        turns_ = std::make_unique<ModuleMemory>(*shared_, time_.timing());
    }
    // Whether another program would get the lock now.
    bool is_free() const {
        const FileDescriptor file{::open(file_.c_str(), O_RDONLY | O_CLOEXEC)};
        return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
    }

    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.path() / "lock";
    std::unique_ptr<LinuxI2cBus> shared_;
    std::unique_ptr<ModuleMemory> turns_;
};

TEST_F(SharedBusTest, LockIsHeldDuringAVisitOnly) {
    bool was_free = true;
    module_.functions = I2C_FUNC_SMBUS_READ_BYTE_DATA;
    module_.after_read = [&] { was_free = is_free(); };

    ASSERT_TRUE(read(*turns_, cmis::lower_memory, 0, 1));

    EXPECT_FALSE(was_free);
    EXPECT_TRUE(is_free());
}

TEST_F(SharedBusTest, LockOfAnotherProgramIsWaitedForATenthOfASecond) {
    folder_.write("lock", "");
    const FileDescriptor file{::open(file_.c_str(), O_RDONLY | O_CLOEXEC)};
    ASSERT_EQ(::flock(file.number(), LOCK_EX), 0);
    const auto begin = time_.timing().now();

    const auto bytes = read(*turns_, cmis::lower_memory, 0, 4);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::bus_busy);
    EXPECT_EQ(time_.timing().now() - begin, 100ms);
    EXPECT_TRUE(module_.calls.empty());
    EXPECT_EQ(turns_->explanation(), "another program holds the lock " + file_.string());
    EXPECT_EQ(count_of(shared_->counters().faults, Fault::bus_busy), 1U);
}

TEST_F(SharedBusTest, PageIsSelectedInEachTurn) {
    ASSERT_TRUE(read(*turns_, cmis::lower_memory, 0, 128));
    ASSERT_EQ(read_page(*turns_, 3), 0xa3);
    module_.page = 2;  // somebody else's turn
    module_.calls.clear();

    EXPECT_EQ(read_page(*turns_, 3), 0xa3);

    EXPECT_EQ(module_.calls, (Calls{"w127=3 r128+128 r127+1"}));
    EXPECT_EQ(turns_->counters().page_mismatches, 0U);
}

TEST_F(SharedBusTest, LockFileThatCannotBeOpenedIsNamed) {
    file_ = folder_.path() / "missing" / "lock";

    EXPECT_EQ(read(*turns_, cmis::lower_memory, 0, 4).error(), Fault::no_device);
    EXPECT_EQ(turns_->explanation(), "the lock file " + file_.string() + " cannot be opened");
}

}  // namespace
}  // namespace opticward::drivers
