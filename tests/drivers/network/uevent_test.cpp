#include "drivers/network/uevent.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::drivers {
namespace {

using namespace std::literals;

std::vector<std::uint8_t> bytes(std::string_view text) {
    return {text.begin(), text.end()};
}

// As the kernel sends it when the RDMA device of a network adapter comes.
constexpr std::string_view rdma_came =
    "add@/devices/pci0000:00/0000:00:02.0/0000:03:00.0/infiniband/mlx5_0\0ACTION=add\0"
    "DEVPATH=/devices/pci0000:00/0000:00:02.0/0000:03:00.0/infiniband/mlx5_0\0SUBSYSTEM=infiniband\0"
    "NAME=mlx5_0\0SEQNUM=4711\0"sv;

TEST(UeventTest, ActionAndSubsystemAreTakenOut) {
    EXPECT_EQ(uevent_in(bytes(rdma_came)), (Uevent{.action = "add", .subsystem = "infiniband"}));
}

TEST(UeventTest, WithoutASubsystemThereIsNone) {
    EXPECT_EQ(uevent_in(bytes("remove@/module/x\0ACTION=remove\0"sv)), (Uevent{.action = "remove", .subsystem = ""}));
}

TEST(UeventTest, WordsThatAreNotTheKernelsAreNone) {
    EXPECT_EQ(uevent_in(bytes("libudev\0\xfe\xed\xca\xfe\0SUBSYSTEM=hwmon\0"sv)), std::nullopt);
    EXPECT_EQ(uevent_in(bytes("@/devices\0SUBSYSTEM=hwmon\0"sv)), std::nullopt);
    EXPECT_EQ(uevent_in(bytes("ACTION=add\0SUBSYSTEM=hwmon\0x@y\0"sv)), std::nullopt);
    EXPECT_EQ(uevent_in({}), std::nullopt);
}

TEST(UeventTest, TheSearchEndsAfterMoreTextsThanTheKernelGives) {
    std::string text = "add@/x\0"s;
    for (unsigned i = 0; i < 1000; ++i) {
        text += "A=B\0"s;
    }
    text += "SUBSYSTEM=hwmon\0"s;
    EXPECT_EQ(uevent_in(bytes(text)), (Uevent{.action = "add", .subsystem = ""}));
}

TEST(UeventTest, EveryShorterAndEveryChangedTextIsHarmless) {
    const std::string whole{rdma_came};
    for (std::size_t place = 0; place < whole.size(); ++place) {
        const auto shorter = uevent_in(bytes(std::string_view{whole}.substr(0, place)));
        EXPECT_LE(shorter.value_or(Uevent{}).subsystem.size(), 10U);
        for (const char value : {'\0', '@', '=', '\xff'}) {
            std::string changed = whole;
            changed[place] = value;
            const auto event = uevent_in(bytes(changed));
            EXPECT_LE(event.value_or(Uevent{}).action.size(), whole.size());
        }
    }
}

TEST(UeventTest, RdmaDevicesAndThermometersThatComeOrGoChangeWhatIsFound) {
    EXPECT_TRUE(changes_network_devices({.action = "add", .subsystem = "infiniband"}));
    EXPECT_TRUE(changes_network_devices({.action = "move", .subsystem = "infiniband"}));
    EXPECT_TRUE(changes_network_devices({.action = "remove", .subsystem = "hwmon"}));
    EXPECT_FALSE(changes_network_devices({.action = "change", .subsystem = "hwmon"}));
    EXPECT_FALSE(changes_network_devices({.action = "add", .subsystem = "net"}));
    EXPECT_FALSE(changes_network_devices({.action = "add", .subsystem = "block"}));
}

}  // namespace
}  // namespace opticward::drivers
