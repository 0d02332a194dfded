#include "drivers/network/link_watch.h"

#include "drivers/network/ethtool_messages.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <variant>

namespace opticward::drivers {
namespace {

constexpr std::uint8_t new_link = 16;
constexpr std::uint8_t del_link = 17;

// RTM_NEWLINK or RTM_DELLINK of a device with an index and a name of up to three characters.
NetlinkMessage link(std::uint8_t type, std::uint8_t index, std::string_view name, std::uint8_t family = 0) {
    NetlinkMessage message{0x28,   0, 0, 0, type,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // header
                           family, 0, 1, 0, index, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // ifinfomsg
                           0x08,   0, 3, 0, 0,     0, 0, 0};                         // IFLA_IFNAME
    std::ranges::copy(name, message.begin() + 36);
    return message;
}

NetlinkMessage uevent(std::string_view text) {
    return {text.begin(), text.end()};
}

bool is_readable(int descriptor) {
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, 0) == 1 && (waiting.revents & POLLIN) != 0;
}

using Heard = std::variant<NetlinkMessage, int>;  // or an error

class FakeNews final : public NetlinkSocket {
public:
    explicit FakeNews(std::deque<Heard>& heard) : heard_{heard} {}
    int send(cmis::Bytes) override { return -EOPNOTSUPP; }
    int receive(cmis::MutableBytes buffer, std::chrono::milliseconds) override {
        if (heard_.empty()) return -ETIMEDOUT;
        const Heard next = heard_.front();
        heard_.pop_front();
        if (const int* error = std::get_if<int>(&next)) return *error;
        const auto& message = std::get<NetlinkMessage>(next);
        std::ranges::copy(message, buffer.begin());
        return static_cast<int>(message.size());
    }
    int descriptor() const override { return descriptor_.number(); }

private:
    std::deque<Heard>& heard_;
    FileDescriptor descriptor_{::eventfd(1, EFD_CLOEXEC)};  // readable
};

class LinkWatchTest : public ::testing::Test {
protected:
    bool hear(std::initializer_list<Heard> heard) {
        heard_.assign(heard);
        return watch_.take_news();
    }

    bool hear_of_hardware(std::initializer_list<Heard> heard) {
        heard_of_hardware_.assign(heard);
        return watch_.take_news();
    }

    std::deque<Heard> heard_;
    std::deque<Heard> heard_of_hardware_;
    LinkWatch watch_{[this]() -> OpenedSocket { return std::make_unique<FakeNews>(heard_); },
                     [this]() -> OpenedSocket { return std::make_unique<FakeNews>(heard_of_hardware_); }};
};

TEST_F(LinkWatchTest, ADeviceThatComesIsNews) {
    EXPECT_FALSE(hear({}));
    EXPECT_TRUE(hear({link(new_link, 5, "sw1")}));
}

TEST_F(LinkWatchTest, ALinkThatGoesUpAndDownIsNone) {
    hear({link(new_link, 5, "sw1")});
    EXPECT_FALSE(hear({link(new_link, 5, "sw1"), link(new_link, 5, "sw1")}));
}

TEST_F(LinkWatchTest, AnotherNameAndADeviceThatGoesAreNews) {
    hear({link(new_link, 5, "sw1")});
    EXPECT_TRUE(hear({link(new_link, 5, "sw2")}));
    EXPECT_TRUE(hear({link(del_link, 5, "sw2")}));
    EXPECT_TRUE(hear({link(new_link, 5, "sw2")}));
}

TEST_F(LinkWatchTest, ThePortOfABridgeIsNoDevice) {
    constexpr std::uint8_t bridge = 7;
    EXPECT_FALSE(hear({link(del_link, 5, "sw1", bridge)}));
}

TEST_F(LinkWatchTest, WhereNewsWereLostThereMayHaveBeenSome) {
    hear({link(new_link, 5, "sw1")});
    EXPECT_TRUE(hear({-ENOBUFS}));
    EXPECT_TRUE(hear({link(new_link, 5, "sw1")}));  // nothing is known of it any more
    EXPECT_GE(watch_.descriptor(), 0);
}

TEST_F(LinkWatchTest, ASocketThatFailsIsGivenUpAndTheOtherGoesOn) {
    EXPECT_TRUE(hear({-EBADF}));
    EXPECT_GE(watch_.descriptor(), 0);
    EXPECT_FALSE(hear({link(new_link, 5, "sw1")}));  // nobody listens
    EXPECT_TRUE(hear_of_hardware({-EBADF}));
    EXPECT_EQ(watch_.descriptor(), -1);
    EXPECT_FALSE(hear_of_hardware({}));
}

TEST_F(LinkWatchTest, RdmaDevicesAndThermometersThatComeOrGoAreNews) {
    using namespace std::literals;
    EXPECT_TRUE(hear_of_hardware({uevent("add@/devices/a\0ACTION=add\0SUBSYSTEM=infiniband\0"sv)}));
    EXPECT_TRUE(hear_of_hardware({uevent("remove@/devices/b\0ACTION=remove\0SUBSYSTEM=hwmon\0"sv)}));
    EXPECT_FALSE(hear_of_hardware({uevent("add@/devices/c\0ACTION=add\0SUBSYSTEM=block\0"sv), uevent("")}));
    EXPECT_TRUE(hear_of_hardware({-ENOBUFS}));
}

TEST(LinkWatchWaitTest, NewsOfEitherKindMakeTheDescriptorReadable) {
    std::deque<Heard> none;
    const auto news = [&none]() -> OpenedSocket { return std::make_unique<FakeNews>(none); };
    const auto nothing = []() -> OpenedSocket { return std::unexpected{EPROTONOSUPPORT}; };
    EXPECT_TRUE(is_readable(LinkWatch{news, nothing}.descriptor()));
    EXPECT_TRUE(is_readable(LinkWatch{nothing, news}.descriptor()));
    EXPECT_EQ((LinkWatch{nothing, nothing}.descriptor()), -1);
}

TEST_F(LinkWatchTest, EveryShorterMessageIsHarmless) {
    const NetlinkMessage whole = link(new_link, 5, "sw1");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        NetlinkMessage message(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(hear({message})) << size;
    }
}

TEST(LinkWatchKernelTest, TheKernelGivesADescriptor) {
    LinkWatch watch;
    EXPECT_GE(watch.descriptor(), 0);
    watch.take_news();
    EXPECT_GE(watch.descriptor(), 0);
}

}  // namespace
}  // namespace opticward::drivers
