#include "daemon/publish/dbus/refresh_answer.h"

#include <gtest/gtest.h>

namespace opticward::daemon::bus {
namespace {

using std::chrono::seconds;

constexpr SteadyTime asked{seconds{100}};

PortSnapshot looked_at(seconds time, PortState state) {
    PortSnapshot port;
    port.state = state;
    port.looked_at = Instant{.steady = SteadyTime{time}, .wall = {}};
    return port;
}

TEST(RefreshAnswerTest, AReadingFromBeforeIsNoAnswer) {
    const PortSnapshot port = looked_at(seconds{99}, PortState::ok);
    EXPECT_EQ(answer_to_refresh(&port, asked, asked + seconds{1}), std::nullopt);
}

TEST(RefreshAnswerTest, AReadingFromAfterwardsIsOne) {
    const PortSnapshot port = looked_at(seconds{101}, PortState::ok);
    EXPECT_EQ(answer_to_refresh(&port, asked, asked + seconds{1}), RefreshAnswer::done);
}

TEST(RefreshAnswerTest, AFaultIsAFailedRead) {
    PortSnapshot port = looked_at(seconds{101}, PortState::unreadable);
    port.fault = drivers::Fault::timeout;
    EXPECT_EQ(answer_to_refresh(&port, asked, asked + seconds{1}), RefreshAnswer::read_failed);
}

TEST(RefreshAnswerTest, AnEmptyCageIsNotPresentEvenWhenAFaultToldSo) {
    PortSnapshot port = looked_at(seconds{101}, PortState::empty);
    port.fault = drivers::Fault::nack;
    EXPECT_EQ(answer_to_refresh(&port, asked, asked + seconds{1}), RefreshAnswer::not_present);
}

TEST(RefreshAnswerTest, APauseThatBeginsMeanwhileIsBusy) {
    const PortSnapshot port = looked_at(seconds{99}, PortState::paused);
    EXPECT_EQ(answer_to_refresh(&port, asked, asked + seconds{1}), RefreshAnswer::busy);
}

TEST(RefreshAnswerTest, TenSecondsWithoutAReadingAreTooLong) {
    const PortSnapshot port = looked_at(seconds{99}, PortState::ok);
    EXPECT_EQ(answer_to_refresh(&port, asked, asked + seconds{9}), std::nullopt);
    EXPECT_EQ(answer_to_refresh(&port, asked, asked + seconds{10}), RefreshAnswer::timed_out);
}

TEST(RefreshAnswerTest, APortThatIsGoneIsUnknown) {
    EXPECT_EQ(answer_to_refresh(nullptr, asked, asked), RefreshAnswer::unknown_port);
}

TEST(RefreshAnswerTest, AHostThatCannotReadThePortIsNotAsked) {
    EXPECT_EQ(refusal(looked_at(seconds{99}, PortState::no_access)), RefreshAnswer::not_supported);
    EXPECT_EQ(refusal(looked_at(seconds{99}, PortState::paused)), RefreshAnswer::busy);
    EXPECT_EQ(refusal(looked_at(seconds{99}, PortState::empty)), std::nullopt);
}

}  // namespace
}  // namespace opticward::daemon::bus
