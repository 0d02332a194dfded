#include "drivers/network/network_port.h"

#include "tests/drivers/fake_time.h"
#include "tests/drivers/network/fake_ethtool.h"
#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

constexpr cmis::ByteRange whole_lower{.page = cmis::lower_memory, .offset = 0, .size = 128};
constexpr cmis::ByteRange probe{.page = cmis::lower_memory, .offset = 0, .size = 1};
constexpr std::uint8_t qsfp28 = 0x11;
constexpr std::uint8_t qsfp_dd = 0x18;
constexpr std::uint8_t sff8636_flat = 0x04;

constexpr cmis::ByteRange whole_upper(std::uint8_t page) {
    return {.page = cmis::upper_page(page), .offset = 128, .size = 128};
}

class NetworkPortTest : public ::testing::Test {
protected:
    void SetUp() override {
        cmis::Page& lower = kernel_.image.at(cmis::lower_memory);
        for (std::size_t i = 0; i < lower.size(); ++i)
            lower[i] = static_cast<std::uint8_t>(i);
        lower[0] = qsfp28;
        lower[2] = 0;
        kernel_.image.at(cmis::upper_page(0)).fill(0xaa);
        kernel_.image.at(cmis::upper_page(3)).fill(0x33);
    }
    Result<void> read(cmis::ByteRange range) {
        bytes_.assign(range.size, 0xee);
        return port_.read(range, bytes_);
    }
    void sysfs(const std::string& file, const std::string& text) const {
        folder_.write("sys/class/net/eth0/" + file, text);
    }

    FakeTime time_;
    FakeEthtool kernel_;
    TemporaryFolder folder_;
    std::vector<std::uint8_t> bytes_;
    NetworkPort port_{{.kernel = kernel_,
                       .pace = std::make_shared<NetworkPace>(),
                       .device = "eth0",
                       .root = folder_.path(),
                       .timing = time_.timing()}};
};

TEST_F(NetworkPortTest, LowerMemoryIsOneRequestToTheModulesAddress) {
    ASSERT_TRUE(read(whole_lower));

    EXPECT_EQ(bytes_[0], 0x11);
    EXPECT_EQ(bytes_[127], 127);
    EXPECT_EQ(kernel_.asked,
              (std::vector<ModulePart>{
                  {.device = "eth0", .address = 0x50, .page = 0, .bank = 0, .offset = 0, .length = 128}}));
}

TEST_F(NetworkPortTest, TheRestOfAShortAnswerIsAskedFor) {
    kernel_.longest_answer = 48;

    ASSERT_TRUE(read(whole_lower));

    ASSERT_EQ(kernel_.asked.size(), 3U);
    EXPECT_EQ(kernel_.asked[1].offset, 48);
    EXPECT_EQ(kernel_.asked[1].length, 80);
    EXPECT_EQ(kernel_.asked[2].offset, 96);
    EXPECT_EQ(kernel_.asked[2].length, 32);
    EXPECT_EQ(bytes_[48], 48);
    EXPECT_EQ(bytes_[127], 127);
    EXPECT_EQ(port_.counters().bytes_read, 128U);
}

TEST_F(NetworkPortTest, AnAnswerWithoutBytesIsAShortRead) {
    kernel_.longest_answer = 0;

    EXPECT_EQ(read(whole_lower), failed(Fault::short_read));
    EXPECT_EQ(kernel_.asked.size(), 1U);
    EXPECT_EQ(port_.explanation(), "the driver of eth0 gave no bytes");
}

TEST_F(NetworkPortTest, ADriverThatGivesAByteASecondRunsOutOfTime) {
    kernel_.longest_answer = 1;
    kernel_.before_answer = [this] { time_.advance(1s); };

    EXPECT_EQ(read(whole_lower), failed(Fault::timeout));
    EXPECT_EQ(kernel_.asked.size(), 5U);
}

TEST_F(NetworkPortTest, EachErrorOfTheKernelIsAFault) {
    const std::vector<std::pair<int, Fault>> cases{{EBUSY, Fault::bus_busy},
                                                   {EPERM, Fault::permission},
                                                   {EACCES, Fault::permission},
                                                   {ENODEV, Fault::no_device},
                                                   {EOPNOTSUPP, Fault::not_supported},
                                                   {524, Fault::not_supported},
                                                   {EINVAL, Fault::bus_error},
                                                   {EIO, Fault::bus_error},
                                                   {ETIMEDOUT, Fault::timeout},
                                                   {ENXIO, Fault::nack},
                                                   {EREMOTEIO, Fault::nack}};
    for (const auto& [error, fault] : cases) {
        port_.forget();
        kernel_.error = {.error = error, .words = {}};
        EXPECT_EQ(read(whole_lower), failed(fault)) << error;
    }
}

TEST_F(NetworkPortTest, TheDriversOwnWordsExplain) {
    kernel_.error = {.error = EIO, .words = "Cannot read module (status 9)"};
    ASSERT_FALSE(read(whole_lower));
    EXPECT_EQ(port_.explanation(), "the driver of eth0 answered: Cannot read module (status 9)");
}

TEST_F(NetworkPortTest, AMissingRightAndAMissingDeviceExplainThemselves) {
    kernel_.error.error = EPERM;
    ASSERT_FALSE(read(whole_lower));
    EXPECT_EQ(port_.explanation(), "reading the module of eth0 needs CAP_NET_ADMIN");
    kernel_.error.error = ENODEV;
    ASSERT_FALSE(read(whole_lower));
    EXPECT_EQ(port_.explanation(), "there is no network device eth0");
    kernel_.error.error = 0;
    EXPECT_TRUE(read(whole_lower));  // not held back: it came back
}

TEST_F(NetworkPortTest, TheOlderInterfaceReadsWhereNetlinkCannot) {
    kernel_.error.error = EOPNOTSUPP;
    kernel_.legacy_error.error = 0;

    ASSERT_TRUE(read(whole_lower));
    ASSERT_TRUE(read(whole_upper(0)));

    EXPECT_EQ(kernel_.legacy_asked, (std::vector<std::uint32_t>{0, 128}));
    EXPECT_EQ(kernel_.asked.size(), 1U);  // netlink is not tried again
}

TEST_F(NetworkPortTest, TheOlderInterfaceHasPagesUpToItsEnd) {
    kernel_.error.error = EOPNOTSUPP;
    kernel_.legacy_error.error = 0;
    kernel_.before_answer = [] {};
    // The fake answers with 128 * n as its bytes: lower memory would be no module, so pages are not asked for.
    ASSERT_TRUE(read(whole_lower));
    EXPECT_EQ(read(whole_upper(3)), failed(Fault::page_refused));
    EXPECT_EQ(kernel_.legacy_asked, (std::vector<std::uint32_t>{0, 0}));
}

TEST_F(NetworkPortTest, ADeviceWithoutAnyReaderSaysSo) {
    kernel_.error.error = EOPNOTSUPP;

    EXPECT_EQ(read(whole_lower), failed(Fault::not_supported));
    EXPECT_EQ(port_.explanation(), "the driver of eth0 offers no way to read its module");
}

TEST_F(NetworkPortTest, AnInfiniBandDeviceSaysWhatWouldHelp) {
    sysfs("type", "32\n");
    kernel_.error.error = EOPNOTSUPP;

    EXPECT_EQ(read(probe), failed(Fault::not_supported));
    EXPECT_EQ(
        port_.explanation(),
        "eth0 is an InfiniBand device, whose driver offers no way to read its module; read it with mstlink, or in "
        "Ethernet mode, and give the dump as source = \"image:FILE\"");
}

TEST_F(NetworkPortTest, TheMissingRightIsNotWhatStandsInTheWayOfAnInfiniBandDevice) {
    sysfs("type", "32\n");
    kernel_.error.error = EPERM;

    EXPECT_EQ(read(probe), failed(Fault::not_supported));
}

TEST_F(NetworkPortTest, AnRdmaDeviceWithoutANetworkDeviceIsNotMissing) {
    folder_.write("sys/class/infiniband/mlx5_0/node_type", "1: CA\n");
    NetworkPort port{{.kernel = kernel_,
                      .pace = std::make_shared<NetworkPace>(),
                      .device = "mlx5_0",
                      .root = folder_.path(),
                      .timing = time_.timing()}};
    kernel_.error.error = ENODEV;
    std::array<std::uint8_t, 1> byte{};

    EXPECT_EQ(port.read(probe, byte), failed(Fault::not_supported));
    EXPECT_TRUE(port.explanation().starts_with("mlx5_0 is an InfiniBand device"));
}

TEST_F(NetworkPortTest, AFlatModuleIsNeverAskedForPages) {
    kernel_.image.at(cmis::lower_memory)[2] = sff8636_flat;

    EXPECT_EQ(read(whole_upper(3)), failed(Fault::page_refused));

    ASSERT_EQ(kernel_.asked.size(), 1U);  // for the byte that says so
    EXPECT_EQ(kernel_.asked[0].length, 3);
}

TEST_F(NetworkPortTest, APagedModuleIsAskedForThem) {
    ASSERT_TRUE(read(whole_lower));
    ASSERT_TRUE(read(whole_upper(3)));

    EXPECT_EQ(bytes_[0], 0x33);
    EXPECT_EQ(kernel_.asked.back(),
              (ModulePart{.device = "eth0", .address = 0x50, .page = 3, .bank = 0, .offset = 128, .length = 128}));
}

TEST_F(NetworkPortTest, APageThatTheDriverRefusesIsNotAskedForAgain) {
    ASSERT_TRUE(read(whole_lower));
    EXPECT_EQ(read(whole_upper(2)), failed(Fault::page_refused));
    EXPECT_FALSE(port_.repeats());
    const std::size_t asked = kernel_.asked.size();

    EXPECT_EQ(read(whole_upper(2)), failed(Fault::page_refused));

    EXPECT_TRUE(port_.repeats());
    EXPECT_EQ(kernel_.asked.size(), asked);
    EXPECT_TRUE(read(whole_lower));  // the rest of the module is read
}

TEST_F(NetworkPortTest, PageZeroUnderAnotherNameIsNoPage) {
    kernel_.image.at(cmis::upper_page(3)) = kernel_.image.at(cmis::upper_page(0));
    ASSERT_TRUE(read(whole_lower));
    ASSERT_TRUE(read(whole_upper(0)));

    EXPECT_EQ(read(whole_upper(3)), failed(Fault::page_refused));
    EXPECT_EQ(port_.counters().page_mismatches, 1U);
}

TEST_F(NetworkPortTest, BanksOfMlx5AreNotTrusted) {
    kernel_.image.at(cmis::lower_memory)[0] = qsfp_dd;
    kernel_.image.at(cmis::upper_page(0x11, 1)).fill(0x11);
    const cmis::ByteRange bank_one{.page = cmis::upper_page(0x11, 1), .offset = 128, .size = 128};
    EXPECT_TRUE(read(bank_one));

    port_.forget();
    std::filesystem::create_directories(folder_.path() / "sys/class/net/eth0/device");
    std::filesystem::create_symlink("../../drivers/mlx5_core", folder_.path() / "sys/class/net/eth0/device/driver");
    EXPECT_EQ(read(bank_one), failed(Fault::page_refused));
}

TEST_F(NetworkPortTest, WhatCannotBeReadIsAskedForMoreAndMoreRarely) {
    kernel_.error.error = EOPNOTSUPP;
    for (int second = 0; second < 3600; ++second) {
        EXPECT_EQ(read(probe), failed(Fault::not_supported));
        EXPECT_EQ(port_.explanation(), "the driver of eth0 offers no way to read its module");
        time_.advance(1s);
    }
    // 0, 2, 6, 14, 30, 62, 126, 254, 510, 1022 s, and then each 10 minutes.
    EXPECT_EQ(kernel_.asked.size(), 14U);
    EXPECT_EQ(port_.counters().failed_reads, 14U);
}

TEST_F(NetworkPortTest, AModuleThatFailsIsAskedAtLeastEachMinute) {
    kernel_.error.error = EIO;
    for (int second = 0; second < 600; ++second) {
        EXPECT_EQ(read(probe), failed(Fault::bus_error));
        time_.advance(1s);
    }
    EXPECT_EQ(kernel_.asked.size(), 14U);  // 0, 2, 6, 14, 30, 62, 122, ..., 542 s
    kernel_.error.error = 0;
    time_.advance(60s);
    EXPECT_TRUE(read(probe));
}

TEST_F(NetworkPortTest, ALinkThatComesEndsTheHold) {
    sysfs("carrier_changes", "4\n");
    kernel_.error.error = EIO;
    EXPECT_FALSE(read(probe));
    EXPECT_FALSE(read(probe));
    EXPECT_EQ(kernel_.asked.size(), 1U);

    sysfs("carrier_changes", "5\n");
    kernel_.error.error = 0;

    EXPECT_TRUE(read(probe));
}

TEST_F(NetworkPortTest, SomebodyWhoAsksEndsTheHold) {
    kernel_.error.error = EOPNOTSUPP;
    EXPECT_FALSE(read(probe));
    kernel_.error.error = 0;
    EXPECT_FALSE(read(probe));

    port_.forget();

    EXPECT_TRUE(read(probe));
}

TEST_F(NetworkPortTest, ACageThatTheDriverCallsEmptyIsANackAndItsModuleIsNotAsked) {
    kernel_.error.error = EIO;
    kernel_.state = LinkState{.up = false, .reason = ETHTOOL_LINK_EXT_STATE_NO_CABLE, .detail = {}};
    for (int second = 0; second < 600; ++second) {
        EXPECT_EQ(read(probe), failed(Fault::nack));
        time_.advance(1s);
    }
    EXPECT_EQ(kernel_.asked.size(), 1U);

    kernel_.state = LinkState{.up = false, .reason = {}, .detail = {}};
    kernel_.error.error = 0;
    time_.advance(5s);
    EXPECT_TRUE(read(probe));
}

TEST_F(NetworkPortTest, NothingThatAnswersBehindADeviceThatIsSwitchedOffIsAnEmptyCage) {
    sysfs("flags", "0x1002\n");
    kernel_.error.error = EIO;
    EXPECT_EQ(read(probe).error(), Fault::nack);
    EXPECT_EQ(port_.explanation(), "eth0 is switched off, and nothing answers in its cage");
}

TEST_F(NetworkPortTest, NothingThatAnswersBehindADeviceThatIsSwitchedOnIsAFault) {
    sysfs("flags", "0x1003\n");
    kernel_.error.error = EIO;
    EXPECT_EQ(read(probe).error(), Fault::bus_error);
}

TEST_F(NetworkPortTest, WhileTheLinkIsUpTheModuleIsThere) {
    sysfs("carrier", "1\n");
    sysfs("carrier_changes", "1\n");
    ASSERT_TRUE(read(probe));
    for (int second = 0; second < 60; ++second) {
        EXPECT_TRUE(read(probe));
        EXPECT_EQ(bytes_[0], 0x11);
        time_.advance(1s);
    }
    EXPECT_EQ(kernel_.asked.size(), 1U);

    sysfs("carrier", "0\n");
    sysfs("carrier_changes", "2\n");
    EXPECT_TRUE(read(probe));
    EXPECT_EQ(kernel_.asked.size(), 2U);
}

TEST_F(NetworkPortTest, WhileTheLinkIsDownTheModuleIsLookedForEachFiveSeconds) {
    for (int second = 0; second < 60; ++second) {
        EXPECT_TRUE(read(probe));
        time_.advance(1s);
    }
    EXPECT_EQ(kernel_.asked.size(), 12U);
}

TEST_F(NetworkPortTest, PagesAreReadFiftyMillisecondsApart) {
    ASSERT_TRUE(read(whole_lower));
    ASSERT_TRUE(read(whole_upper(0)));
    ASSERT_TRUE(read(whole_upper(3)));
    time_.advance(1s);
    ASSERT_TRUE(read(whole_lower));

    EXPECT_EQ(time_.pauses_in_milliseconds(), (std::vector<long>{50, 50}));
}

TEST(NetworkPaceTest, AllPortsShareIt) {
    NetworkPace pace{50ms};
    const TimePoint start{};
    EXPECT_EQ(pace.wait_for_turn(start), 0ms);
    EXPECT_EQ(pace.wait_for_turn(start), 50ms);
    EXPECT_EQ(pace.wait_for_turn(start), 100ms);
    EXPECT_EQ(pace.wait_for_turn(start + 1s), 0ms);
}

}  // namespace
}  // namespace opticward::drivers
