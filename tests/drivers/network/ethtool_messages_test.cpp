#include "drivers/network/ethtool_messages.h"

#include <cerrno>
#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

using Message = NetlinkMessage;

// An error answer to request 7: EBUSY, with the words "flashing" (request cut off: flags CAPPED 100h, ACK_TLVS 200h).
const Message busy{0x30, 0,    0,    0,    0x02, 0,   0x00, 0x03, 7,   0,    0, 0, 0, 0, 0, 0,  // header
                   0xf0, 0xff, 0xff, 0xff,                                                      // -16
                   0x20, 0,    0,    0,    0x14, 0,   0x01, 0,    7,   0,    0, 0, 0, 0, 0, 0,  // header of the request
                   0x0c, 0,    0x01, 0,    'f',  'l', 'a',  's',  'h', '\n', 0, 0};

// The answer to request 7 with three bytes of a module.
const Message module{0x20, 0, 0,    0,    0x14, 0,    0,    0, 7, 0, 0, 0, 0, 0, 0, 0,  // header
                     32,   1, 0,    0,                                                  // MODULE_EEPROM_GET_REPLY
                     0x04, 0, 0x01, 0x80,                                               // an empty device header
                     0x07, 0, 0x07, 0,    0x11, 0x07, 0x04, 0};

TEST(EthtoolMessagesTest, TheFamilyIsAskedForByName) {
    EXPECT_EQ(family_request(7), (Message{0x20, 0, 0, 0, 0x10, 0, 0x01, 0, 7,   0,   0,   0,   0,   0,   0,   0,
                                          0x03, 1, 0, 0, 0x0c, 0, 0x02, 0, 'e', 't', 'h', 't', 'o', 'o', 'l', 0}));
}

TEST(EthtoolMessagesTest, AModuleRequestNamesThePartInFull) {
    const ModulePart part{.device = "eth0", .address = 0x50, .page = 3, .bank = 1, .offset = 176, .length = 80};
    EXPECT_EQ(module_request(0x14, 9, part),
              (Message{0x4c, 0, 0,    0,    0x14, 0, 0x01, 0, 9,    0,   0,    0,   0,    0, 0,    0, 31,   1, 0,    0,
                       0x10, 0, 0x01, 0x80, 0x09, 0, 0x02, 0, 'e',  't', 'h',  '0', 0,    0, 0,    0, 0x08, 0, 0x02, 0,
                       176,  0, 0,    0,    0x08, 0, 0x03, 0, 80,   0,   0,    0,   0x05, 0, 0x04, 0, 3,    0, 0,    0,
                       0x05, 0, 0x05, 0,    1,    0, 0,    0, 0x05, 0,   0x06, 0,   0x50, 0, 0,    0}));
}

TEST(EthtoolMessagesTest, AnOverlongNameIsCut) {
    EXPECT_LT(link_state_request(0x14, 1, std::string(5000, 'x')).size(), 1024U);
}

TEST(EthtoolMessagesTest, AnErrorBringsTheDriversWords) {
    const auto answer = answer_in(busy, 7);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->error, EBUSY);
    EXPECT_EQ(answer->words, "flash?");
}

TEST(EthtoolMessagesTest, WordsBehindAnUncutRequestAreFound) {
    Message message = busy;
    message[7] = 0x02;                                                         // not CAPPED
    const Message payload{0x1f, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};  // 16 bytes of the request
    message.insert(message.begin() + 36, payload.begin(), payload.end());
    message[0] = static_cast<std::uint8_t>(message.size());
    EXPECT_EQ(answer_in(message, 7)->words, "flash?");
    message[20] = 0xff;  // a request that claims to be longer than the message
    EXPECT_EQ(answer_in(message, 7)->words, "");
}

TEST(EthtoolMessagesTest, AnswersToOtherRequestsArePassedOver) {
    EXPECT_FALSE(answer_in(busy, 8));
    Message both = busy;
    both.insert(both.end(), module.begin(), module.end());
    both[8] = 6;
    const auto answer = answer_in(both, 7);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->error, 0);
}

TEST(EthtoolMessagesTest, TheBytesOfAModuleComeAsMany) {
    const auto answer = answer_in(module, 7);
    ASSERT_TRUE(answer);
    EXPECT_EQ(module_bytes_in(answer->attributes), (std::vector<std::uint8_t>{0x11, 0x07, 0x04}));
}

TEST(EthtoolMessagesTest, AnAcknowledgementIsNoAnswer) {
    Message message = busy;
    std::fill_n(message.begin() + 16, 4, std::uint8_t{0});
    EXPECT_EQ(answer_in(message, 7)->error, EBADMSG);
}

TEST(EthtoolMessagesTest, EveryShorterMessageIsHarmless) {
    for (const Message& whole : {busy, module}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            Message message(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            EXPECT_FALSE(answer_in(message, 7)) << size;
            if (size < 16) continue;
            message[0] = static_cast<std::uint8_t>(size);  // and the same with a length that fits
            if (const auto answer = answer_in(message, 7)) {
                EXPECT_LE(answer->attributes.size(), size);
                EXPECT_LE(module_bytes_in(answer->attributes).value_or(Message{}).size(), 3U);
            }
        }
    }
}

TEST(EthtoolMessagesTest, EveryChangedByteIsHarmless) {
    for (const Message& whole : {busy, module}) {
        for (std::size_t place = 0; place < whole.size(); ++place) {
            for (unsigned value = 0; value < 256; ++value) {
                Message message = whole;
                message[place] = static_cast<std::uint8_t>(value);
                const auto answer = answer_in(message, 7);
                if (!answer) continue;
                EXPECT_LE(answer->words.size(), 200U);
                EXPECT_LE(module_bytes_in(answer->attributes).value_or(Message{}).size(), 32U);
            }
        }
    }
}

TEST(EthtoolMessagesTest, TheFamilysNumberIsAMessageType) {
    EXPECT_EQ(family_in(Message{0x06, 0, 0x01, 0, 0x14, 0x00, 0, 0}), 0x14);
    EXPECT_EQ(family_in(Message{0x06, 0, 0x01, 0, 0x0f, 0x00, 0, 0}), std::nullopt);  // of netlink itself
    EXPECT_EQ(family_in(Message{0x05, 0, 0x01, 0, 0x14, 0, 0, 0}), std::nullopt);
    EXPECT_EQ(family_in({}), std::nullopt);
}

TEST(EthtoolMessagesTest, ALinkStateHasItsReasonWhereTheDriverKnowsIt) {
    const Message down{0x05, 0, 0x02, 0, 0, 0, 0, 0, 0x05, 0, 0x05, 0, 5, 0, 0, 0, 0x05, 0, 0x06, 0, 1, 0, 0, 0};
    EXPECT_EQ(link_state_in(down), (LinkState{.up = false, .reason = 5, .detail = 1}));
    const Message up{0x05, 0, 0x02, 0, 1, 0, 0, 0};
    EXPECT_EQ(link_state_in(up), (LinkState{.up = true, .reason = {}, .detail = {}}));
}

TEST(EthtoolMessagesTest, ASpeedIsInMegabitsAndMayBeUnknown) {
    const Message fast{0x08, 0, 0x05, 0, 0x40, 0x0d, 0x03, 0, 0x08, 0, 0x09, 0, 4, 0, 0, 0};
    EXPECT_EQ(link_speed_in(fast), (LinkSpeed{.bits_per_second = 200e9, .lanes = 4}));
    const Message unknown{0x08, 0, 0x05, 0, 0xff, 0xff, 0xff, 0xff, 0x08, 0, 0x09, 0, 0, 0, 0, 0};
    EXPECT_EQ(link_speed_in(unknown), LinkSpeed{});
}

TEST(EthtoolMessagesTest, ThePowerModeOfAModuleIsAskedForByDevice) {
    EXPECT_EQ(module_power_request(0x14, 9, "eth0"),
              (Message{0x24, 0, 0,    0, 0x14, 0,    0x01, 0, 9,    0, 0,   0,   0,   0,   0, 0, 34, 1,
                       0,    0, 0x10, 0, 0x01, 0x80, 0x09, 0, 0x02, 0, 'e', 't', 'h', '0', 0, 0, 0,  0}));
}

TEST(EthtoolMessagesTest, APowerModeAndItsPolicyHaveNumbersOfTheirOwn) {
    const Message held_back{0x05, 0, 0x02, 0, 2, 0, 0, 0, 0x05, 0, 0x03, 0, 1, 0, 0, 0};
    EXPECT_EQ(module_power_in(held_back),
              (ModulePower{.mode = ModulePowerMode::low, .policy = ModulePowerPolicy::automatic}));
    const Message always_on{0x05, 0, 0x02, 0, 1, 0, 0, 0, 0x05, 0, 0x03, 0, 2, 0, 0, 0};
    EXPECT_EQ(module_power_in(always_on),
              (ModulePower{.mode = ModulePowerMode::high, .policy = ModulePowerPolicy::high}));
}

TEST(EthtoolMessagesTest, APowerModeThatIsNotSaidOrNotKnownIsAbsent) {
    const Message of_an_empty_cage{0x05, 0, 0x02, 0, 2, 0, 0, 0};
    EXPECT_EQ(module_power_in(of_an_empty_cage), (ModulePower{.mode = {}, .policy = ModulePowerPolicy::automatic}));
    const Message of_another_day{0x05, 0, 0x02, 0, 9, 0, 0, 0, 0x05, 0, 0x03, 0, 0, 0, 0, 0};
    EXPECT_EQ(module_power_in(of_another_day), ModulePower{});
    const Message too_long{0x08, 0, 0x03, 0, 1, 0, 0, 0};
    EXPECT_EQ(module_power_in(too_long), ModulePower{});
}

}  // namespace
}  // namespace opticward::drivers
