// The board files that are shipped, each on the files of such a chassis: from the board file through the driver to what
// is published. Where a pin or module lies is written out here again, from the platforms' public code, not computed by
// the code under test.
#include "config/settings.h"
#include "tests/integration/board_tree.h"
#include "tests/integration/virtual_board.h"

#include <array>
#include <gtest/gtest.h>

namespace opticward::test {
namespace {

using namespace std::chrono_literals;
using daemon::PortState;

class BoardsTest : public testing::Test {
protected:
    // Polls everything at least once.
    void run(std::string_view board) {
        const auto settings =
            config::load(std::filesystem::path{OPTICWARD_SOURCE_DIR} / "config/boards" / std::string{board});
        if (!settings) {
            throw std::runtime_error{text(settings.error().at(0))};
        }
        ports_ = settings->ports.size();
        board_ = std::make_unique<VirtualBoard>(*settings, tree_.root());
        board_->run(5s);
    }
    std::shared_ptr<const daemon::PortSnapshot> port(unsigned number) {
        return board_->port("swp" + std::to_string(number));
    }
    std::string serial_of(unsigned number) {
        const auto snapshot = port(number);
        return snapshot->facts ? snapshot->facts->serial_number : "none";
    }
    int first_byte(unsigned number) {
        const auto snapshot = port(number);
        return snapshot->memory ? snapshot->memory->byte(cmis::lower(0)) : -1;
    }

    BoardTree tree_;
    std::unique_ptr<VirtualBoard> board_;
    std::size_t ports_ = 0;
};

// Edgecore AS7816-64X: the I2C bus of each cage.
constexpr std::array<unsigned, 64> as7816_buses{37, 38, 39, 40, 42, 41, 44, 43, 33, 34, 35, 36, 45, 46, 47, 48,
                                                49, 50, 51, 52, 61, 62, 63, 64, 53, 54, 55, 56, 57, 58, 59, 60,
                                                69, 70, 71, 72, 77, 78, 79, 80, 65, 66, 67, 68, 73, 74, 75, 76,
                                                85, 86, 87, 88, 31, 32, 29, 30, 81, 82, 83, 84, 25, 26, 27, 28};

class As7816Test : public BoardsTest {
protected:
    static std::string device(unsigned cage) {
        return "/sys/bus/i2c/devices/" + std::to_string(as7816_buses.at(cage - 1)) + "-0050";
    }
    void plug(unsigned cage, const cmis::MemoryMap& image, unsigned dev_class) {
        tree_.optoe(device(cage), image, dev_class);
        tree_.write("/sys/bus/i2c/devices/19-0060/module_present_" + std::to_string(cage), "1\n");
        tree_.write("/sys/bus/i2c/devices/19-0060/module_reset_" + std::to_string(cage), "0\n");
    }
    void leave_empty(unsigned cage) {
        tree_.write("/sys/bus/i2c/devices/19-0060/module_present_" + std::to_string(cage), "0\n");
    }
};

TEST_F(As7816Test, EachOfTheSixtyFourCagesHasItsOwnModule) {
    for (unsigned cage = 1; cage <= 64; ++cage) {
        plug(cage, qsfp56(serial('A', cage)), 1);
    }
    run("as7816-64x.toml");
    EXPECT_EQ(ports_, 64U);
    for (unsigned cage = 1; cage <= 64; ++cage) {
        EXPECT_EQ(port(cage)->state, PortState::ok) << cage;
        EXPECT_EQ(serial_of(cage), serial('A', cage));
    }
    EXPECT_EQ(first_byte(5), 0x11);
    EXPECT_EQ(port(5)->source, "file");
}

TEST_F(As7816Test, APresenceFileWithAZeroIsAnEmptyCage) {
    for (unsigned cage = 1; cage <= 64; ++cage) {
        leave_empty(cage);
    }
    plug(53, qsfp56("A00053"), 1);
    run("as7816-64x.toml");
    EXPECT_EQ(port(52)->state, PortState::empty);
    EXPECT_EQ(port(53)->state, PortState::ok);
    EXPECT_EQ(port(54)->state, PortState::empty);
}

TEST_F(As7816Test, ACmisModuleBehindTheClassOfSff8636IsNotBelieved) {
    for (unsigned cage = 1; cage <= 64; ++cage) {
        leave_empty(cage);
    }
    plug(1, qsfp_dd("A00001"), 1);
    run("as7816-64x.toml");
    EXPECT_EQ(port(1)->state, PortState::no_access);
    EXPECT_EQ(port(1)->fault, drivers::Fault::wrong_class);
    EXPECT_EQ(port(1)->explanation, tree_.root().string() +
                                        "/sys/bus/i2c/devices/37-0050/dev_class is 1, but the module (identifier 18h) "
                                        "needs 3; write 3 to it");
    tree_.write(device(1) + "/dev_class", "3\n");
    board_->run(15s);
    EXPECT_EQ(port(1)->state, PortState::ok);
    EXPECT_EQ(serial_of(1), "A00001");
}

TEST_F(As7816Test, AModuleThatTheCpldHoldsInResetIsMarked) {
    for (unsigned cage = 1; cage <= 64; ++cage) {
        leave_empty(cage);
    }
    plug(2, qsfp56("A00002"), 1);
    tree_.write("/sys/bus/i2c/devices/19-0060/module_reset_2", "1\n");
    run("as7816-64x.toml");
    EXPECT_EQ(port(2)->cage.in_reset, true);
    EXPECT_EQ(port(1)->cage.in_reset, std::nullopt);
    EXPECT_TRUE(board_->metrics().contains("transceiver_cage_in_reset{port=\"swp2\"} 1\n"));
}

class SeastoneTest : public BoardsTest {
protected:
    static constexpr std::string_view cpld = "/sys/devices/platform/dx010_cpld/";

    void words(std::string_view presence, std::string_view reset, std::string_view low_power) {
        tree_.write(std::string{cpld} + "qsfp_modprs", presence);
        tree_.write(std::string{cpld} + "qsfp_reset", reset);
        tree_.write(std::string{cpld} + "qsfp_lpmode", low_power);
    }
    // Behind I2C bus 26 and on.
    void plug(unsigned cage) {
        tree_.optoe("/sys/bus/i2c/devices/" + std::to_string(25 + cage) + "-0050", qsfp56(serial('D', cage)), 1);
    }
};

TEST_F(SeastoneTest, ABitOfZeroIsAModule) {
    for (unsigned cage = 1; cage <= 32; ++cage) {
        plug(cage);
    }
    words("0x00000000\n", "0xffffffff\n", "0x00000000\n");
    run("seastone-dx010.toml");
    EXPECT_EQ(ports_, 32U);
    for (unsigned cage = 1; cage <= 32; ++cage) {
        EXPECT_EQ(serial_of(cage), serial('D', cage));
        EXPECT_EQ(port(cage)->cage.in_reset, false);
        EXPECT_EQ(port(cage)->cage.low_power, false);
    }
}

TEST_F(SeastoneTest, CagesCountFromTheLowestBit) {
    plug(1);
    plug(18);
    plug(32);
    words("0x7ffdfffe\n", "0xffffffff\n", "0x00000000\n");
    run("seastone-dx010.toml");
    std::string there;
    for (unsigned cage = 1; cage <= 32; ++cage) {
        if (port(cage)->state != PortState::empty) {
            there += serial_of(cage) + " ";
        }
    }
    EXPECT_EQ(there, "D00001 D00018 D00032 ");
}

TEST_F(SeastoneTest, ResetIsLowAndLowPowerIsHigh) {
    plug(1);
    plug(18);
    words("0xfffdfffe\n", "0xfffdffff\n", "0x00000001\n");
    run("seastone-dx010.toml");
    EXPECT_EQ(port(1)->cage.in_reset, false);
    EXPECT_EQ(port(1)->cage.low_power, true);
    EXPECT_EQ(port(18)->cage.in_reset, true);
    EXPECT_EQ(port(18)->cage.low_power, false);
    EXPECT_FALSE(port(18)->cage.temperature);
}

class SilverstoneTest : public BoardsTest {
protected:
    static std::string pin(const std::string& cage, const std::string& name) {
        return "/sys/class/silverstone_fpga/" + cage + "/" + name;
    }
    void cages(std::string_view level) {
        for (unsigned cage = 1; cage <= 32; ++cage) {
            const std::string name = "QSFP" + std::to_string(cage);
            tree_.write(pin(name, "qsfp_modprs"), level);
            tree_.write(pin(name, "qsfp_reset"), "1\n");
            tree_.write(pin(name, "qsfp_lpmode"), "0\n");
        }
        tree_.write(pin("SFP1", "sfp_modabs"), level);
        tree_.write(pin("SFP2", "sfp_modabs"), level);
    }
    void plug(unsigned cage, const cmis::MemoryMap& image, unsigned dev_class) {
        tree_.optoe("/sys/bus/i2c/devices/" + std::to_string(9 + cage) + "-0050", image, dev_class);
    }
};

TEST_F(SilverstoneTest, EachCageHasItsOwnModule) {
    cages("0\n");
    for (unsigned cage = 1; cage <= 32; ++cage) {
        plug(cage, qsfp_dd(serial('S', cage)), 3);
    }
    plug(33, sfp(), 2);
    plug(34, sfp(), 2);
    run("silverstone.toml");
    EXPECT_EQ(ports_, 34U);
    for (unsigned cage = 1; cage <= 32; ++cage) {
        EXPECT_EQ(serial_of(cage), serial('S', cage));
    }
    EXPECT_EQ(first_byte(1), 0x18);
    EXPECT_EQ(port(1)->cage, (daemon::CageState{.in_reset = false, .low_power = false, .temperature = {}}));
    EXPECT_EQ(first_byte(34), 0x03);
    EXPECT_EQ(port(34)->state, PortState::unsupported);  // of SFP, what it is and no more
}

TEST_F(SilverstoneTest, PresenceIsLow) {
    cages("1\n");
    plug(32, qsfp_dd("S00032"), 3);
    tree_.write(pin("QSFP32", "qsfp_modprs"), "0\n");
    tree_.write(pin("QSFP32", "qsfp_reset"), "0\n");
    tree_.write(pin("QSFP32", "qsfp_lpmode"), "1\n");
    run("silverstone.toml");
    EXPECT_EQ(port(31)->state, PortState::empty);
    EXPECT_EQ(port(32)->state, PortState::ok);
    EXPECT_EQ(port(32)->cage, (daemon::CageState{.in_reset = true, .low_power = true, .temperature = {}}));
    EXPECT_EQ(port(33)->state, PortState::empty);
}

class SdkTest : public BoardsTest {
protected:
    static std::string module(unsigned number) { return "/sys/module/sx_core/asic0/module" + std::to_string(number); }
};

TEST_F(SdkTest, TheThirtyTwoCagesOfSn3700CountFromModuleZero) {
    for (unsigned cage = 1; cage <= 32; ++cage) {
        tree_.sdk_folder(module(cage - 1), qsfp56(serial('N', cage)), "332");
    }
    run("sn3700.toml");
    EXPECT_EQ(ports_, 32U);
    for (unsigned cage = 1; cage <= 32; ++cage) {
        EXPECT_EQ(serial_of(cage), serial('N', cage));
    }
    EXPECT_EQ(first_byte(1), 0x11);
    EXPECT_EQ(port(1)->source, "sdk");
}

TEST_F(SdkTest, ThePagesBehindTheFirstHaveFoldersOfTheirOwn) {
    for (unsigned number = 0; number < 32; ++number) {
        tree_.empty_sdk_folder(module(number));
    }
    tree_.sdk_folder(module(1), qsfp56("N00002"), "332");
    run("sn3700.toml");
    EXPECT_EQ(port(1)->state, PortState::empty);
    EXPECT_EQ(port(2)->state, PortState::ok);
    // 75 C stands in page 03h.
    EXPECT_TRUE(board_->metrics().contains(
        "transceiver_temperature_threshold_celsius{port=\"swp2\",severity=\"alarm\",bound=\"high\"} 75\n"))
        << board_->metrics();
}

TEST_F(SdkTest, TheTemperatureOfTheSwitchIsMarkedAsTheHosts) {
    for (unsigned number = 0; number < 32; ++number) {
        tree_.empty_sdk_folder(module(number));
    }
    tree_.sdk_folder(module(31), qsfp56("N00032"), "339");
    run("sn3700.toml");
    EXPECT_EQ(port(32)->cage.temperature, cmis::Celsius{42.375});
    EXPECT_EQ(port(32)->live->temperature, cmis::Celsius{41.5});  // the module's own
    EXPECT_EQ(port(31)->cage.temperature, std::nullopt);
}

TEST_F(SdkTest, Qm8700HasFortyCages) {
    for (unsigned number = 0; number < 40; ++number) {
        tree_.empty_sdk_folder(module(number));
    }
    tree_.sdk_folder(module(39), image_b(), "0");
    run("qm8700.toml");
    EXPECT_EQ(ports_, 40U);
    EXPECT_EQ(port(39)->state, PortState::empty);
    EXPECT_EQ(serial_of(40), "TST0000003");
    EXPECT_EQ(port(40)->port_protocol, "infiniband");
}

class WistronTest : public BoardsTest {
protected:
    static std::string cpld(unsigned cage) {
        return cage <= 16 ? "/sys/bus/i2c/devices/0-0061/" : "/sys/bus/i2c/devices/0-0062/";
    }
    void pins(unsigned cage, std::string_view present, std::string_view reset) {
        tree_.write(cpld(cage) + "module_present_" + std::to_string(cage), present);
        tree_.write(cpld(cage) + "module_reset_" + std::to_string(cage), reset);
    }
    void plug(unsigned cage, const cmis::MemoryMap& image) {
        const std::filesystem::path device = "/sys/bus/i2c/devices/0-00" + std::to_string(9 + cage);
        tree_.write(device / "eeprom_low", *image.find(cmis::lower_memory));
        tree_.write(device / "eeprom_pg0", *image.find(cmis::upper_page(0x00)));
        tree_.write(device / "eeprom_pg1", *image.find(cmis::upper_page(0x01)));
        tree_.write(device / "eeprom_pg2", *image.find(cmis::upper_page(0x02)));
        tree_.write(device / "eeprom_pg11", *image.find(cmis::upper_page(0x11)));
        pins(cage, "1\n", "0\n");
    }
};

TEST_F(WistronTest, EachCageHasItsOwnPageFiles) {
    for (unsigned cage = 1; cage <= 32; ++cage) {
        plug(cage, qsfp_dd(serial('W', cage)));
    }
    run("sw-to3200k.toml");
    EXPECT_EQ(ports_, 32U);
    for (unsigned cage = 1; cage <= 32; ++cage) {
        EXPECT_EQ(port(cage)->state, PortState::ok) << cage;
        EXPECT_EQ(serial_of(cage), serial('W', cage));
    }
    EXPECT_EQ(first_byte(17), 0x18);
}

TEST_F(WistronTest, TheMonitorsStandInTheFileOfPage11Hexadecimal) {
    for (unsigned cage = 1; cage <= 32; ++cage) {
        pins(cage, "0\n", "1\n");
    }
    plug(17, qsfp_dd("W00017"));
    run("sw-to3200k.toml");
    EXPECT_EQ(port(16)->state, PortState::empty);
    EXPECT_EQ(port(16)->cage.in_reset, true);
    ASSERT_TRUE(port(17)->live);
    EXPECT_EQ(port(17)->live->lanes[0].rx_power, cmis::Watts{0.001});
    EXPECT_EQ(port(17)->cage.in_reset, false);
}

}  // namespace
}  // namespace opticward::test
