#include "drivers/network/ethtool_client.h"

#include "tests/drivers/fake_time.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

std::uint32_t sequence_of(cmis::Bytes message) {
    std::uint32_t sequence = 0;
    std::memcpy(&sequence, message.data() + 8, sizeof sequence);
    return sequence;
}

NetlinkMessage numbered(NetlinkMessage message, std::uint32_t sequence) {
    std::memcpy(message.data() + 8, &sequence, sizeof sequence);
    message[0] = static_cast<std::uint8_t>(message.size());
    return message;
}

const NetlinkMessage family_answer{0, 0, 0, 0, 0x10, 0, 0,    0, 0,    0, 0,    0, 0, 0,
                                   0, 0, 1, 2, 0,    0, 0x06, 0, 0x01, 0, 0x14, 0, 0, 0};
const NetlinkMessage module_answer{0, 0, 0,  0, 0x14, 0, 0,    0, 0,    0, 0,    0,    0,    0,
                                   0, 0, 32, 1, 0,    0, 0x07, 0, 0x07, 0, 0x11, 0x07, 0x04, 0};
NetlinkMessage error_answer(int error) {
    NetlinkMessage message(36);
    message[4] = 0x02;
    const int negative = -error;
    std::memcpy(message.data() + 16, &negative, sizeof negative);
    return message;
}

// What the kernel says to each request, in order; then nothing more.
struct Kernel {
    std::deque<NetlinkMessage> answers{family_answer, module_answer};
    std::deque<NetlinkMessage> queue;
    std::vector<NetlinkMessage> requests;
    unsigned opened = 0;
    int send_result = 0;
    int open_error = 0;
    FakeTime time;
};

class FakeSocket final : public NetlinkSocket {
public:
    explicit FakeSocket(Kernel& kernel) : kernel_{kernel} {}
    int send(cmis::Bytes message) override {
        if (kernel_.send_result < 0) return kernel_.send_result;
        kernel_.requests.emplace_back(message.begin(), message.end());
        if (kernel_.answers.empty()) return 0;
        kernel_.queue.push_back(numbered(kernel_.answers.front(), sequence_of(message)));
        kernel_.answers.pop_front();
        return 0;
    }
    int receive(cmis::MutableBytes buffer, std::chrono::milliseconds longest) override {
        if (kernel_.queue.empty()) {
            kernel_.time.advance(longest);
            return -ETIMEDOUT;
        }
        const NetlinkMessage message = kernel_.queue.front();
        kernel_.queue.pop_front();
        std::ranges::copy(message, buffer.begin());
        return static_cast<int>(message.size());
    }

private:
    Kernel& kernel_;
};

class EthtoolClientTest : public ::testing::Test {
protected:
    KernelResult<std::size_t> read() { return client_.module_part({.device = "eth0", .length = 8}, bytes_); }
    static std::unexpected<KernelError> error(int number) {
        return std::unexpected{KernelError{.error = number, .words = {}}};
    }

    Kernel kernel_;
    std::array<std::uint8_t, 8> bytes_{};
    EthtoolClient client_{[this]() -> OpenedSocket {
                              ++kernel_.opened;
                              if (kernel_.open_error != 0) return std::unexpected{kernel_.open_error};
                              return std::make_unique<FakeSocket>(kernel_);
                          },
                          kernel_.time.timing().now};
};

TEST_F(EthtoolClientTest, TheFamilyIsLookedUpOnce) {
    kernel_.answers.push_back(module_answer);

    EXPECT_EQ(read(), 3U);
    EXPECT_EQ(read(), 3U);

    EXPECT_EQ(bytes_[0], 0x11);
    ASSERT_EQ(kernel_.requests.size(), 3U);
    EXPECT_EQ(kernel_.requests[0][4], 0x10);
    EXPECT_EQ(kernel_.requests[1][4], 0x14);
    EXPECT_EQ(kernel_.opened, 1U);
}

TEST_F(EthtoolClientTest, AKernelWithoutTheFamilySupportsNothing) {
    kernel_.answers = {error_answer(ENOENT)};
    EXPECT_EQ(read(), error(EOPNOTSUPP));
}

TEST_F(EthtoolClientTest, AnErrorOfTheKernelIsHandedOn) {
    kernel_.answers = {family_answer, error_answer(EBUSY)};
    EXPECT_EQ(read(), error(EBUSY));
}

TEST_F(EthtoolClientTest, ALateAnswerToAnEarlierRequestIsPassedOver) {
    kernel_.queue.push_back(numbered(error_answer(EIO), 999));
    EXPECT_EQ(read(), 3U);
}

TEST_F(EthtoolClientTest, WithoutAnAnswerThereIsATimeoutAndANewSocket) {
    kernel_.answers = {family_answer};
    const auto begin = kernel_.time.timing().now();

    EXPECT_EQ(read(), error(ETIMEDOUT));

    EXPECT_EQ(kernel_.time.timing().now() - begin, 5s);
    kernel_.answers = {module_answer};
    EXPECT_EQ(read(), 3U);
    EXPECT_EQ(kernel_.opened, 2U);
}

TEST_F(EthtoolClientTest, AnEndlessRowOfOtherAnswersEnds) {
    kernel_.answers = {family_answer};
    ASSERT_EQ(client_.link_state("eth0"), error(ETIMEDOUT));
    for (unsigned i = 0; i < 10'000; ++i)
        kernel_.queue.push_back(numbered(error_answer(EIO), 100'000));
    EXPECT_EQ(read(), error(ETIMEDOUT));
    EXPECT_GT(kernel_.queue.size(), 9000U);
}

TEST_F(EthtoolClientTest, MoreBytesThanAskedForAreNotTaken) {
    std::array<std::uint8_t, 2> few{};
    EXPECT_EQ(client_.module_part({.device = "eth0", .length = 2}, few), error(EBADMSG));
}

TEST_F(EthtoolClientTest, ASocketThatCannotBeOpenedOrWrittenIsTriedAgain) {
    kernel_.open_error = EMFILE;
    EXPECT_EQ(read(), error(EMFILE));
    kernel_.open_error = 0;
    kernel_.send_result = -ENOBUFS;
    EXPECT_EQ(read(), error(ENOBUFS));
    kernel_.send_result = 0;
    EXPECT_EQ(read(), 3U);
}

TEST_F(EthtoolClientTest, ThePowerModeOfAModuleIsTakenFromItsAnswer) {
    kernel_.answers = {family_answer,
                       {0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 35, 1, 0, 0, 5, 0, 0x03, 0, 0x01, 0, 0, 0}};
    EXPECT_EQ(client_.module_power("eth0"), (ModulePower{.mode = ModulePowerMode::low, .policy = {}}));
    ASSERT_EQ(kernel_.requests.size(), 2U);
    EXPECT_EQ(kernel_.requests[1][16], 34);
}

}  // namespace
}  // namespace opticward::drivers
