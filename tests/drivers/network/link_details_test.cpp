#include "drivers/network/link_details.h"

#include "tests/drivers/fake_time.h"
#include "tests/drivers/network/fake_ethtool.h"

#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

LinkState down_by(std::uint8_t reason, std::optional<std::uint8_t> detail = {}) {
    return {.up = false, .reason = reason, .detail = detail};
}

TEST(LinkDetailsTest, AReasonHasWords) {
    EXPECT_EQ(words(down_by(4)), "no cable");
    EXPECT_EQ(words(down_by(5, 1)), "cable issue: the cable is not supported");
    EXPECT_EQ(words(down_by(9)), "the module is too hot");
    EXPECT_EQ(words(down_by(0, 1)), "autonegotiation failed: no partner");
    EXPECT_EQ(words(down_by(0, 99)), "autonegotiation failed");
    EXPECT_EQ(words(down_by(99, 1)), "");
    EXPECT_EQ(words({}), "");
}

class LinkDetailsOfPortTest : public ::testing::Test {
protected:
    std::string reason(std::optional<bool> up, std::optional<bool> admin_up = true) {
        HostPortState state;
        state.link_up = up;
        state.admin_up = admin_up;
        details_.add_to(state);
        return state.down_reason;
    }

    FakeTime time_;
    std::shared_ptr<FakeEthtool> kernel_ = std::make_shared<FakeEthtool>();
    LinkDetails details_{kernel_, "eth0", time_.timing().now};
};

TEST_F(LinkDetailsOfPortTest, ALinkThatIsDownIsAskedWhyOnceAMinute) {
    kernel_->state = down_by(4);
    EXPECT_EQ(reason(false), "no cable");
    kernel_->state = down_by(9);
    time_.advance(59s);
    EXPECT_EQ(reason(false), "no cable");
    EXPECT_EQ(kernel_->states_asked, 1U);
    time_.advance(1s);
    EXPECT_EQ(reason(false), "the module is too hot");
}

TEST_F(LinkDetailsOfPortTest, ALinkThatCameUpHasNoReason) {
    kernel_->state = down_by(4);
    EXPECT_EQ(reason(false), "no cable");
    EXPECT_EQ(reason(true), "");
    EXPECT_EQ(kernel_->states_asked, 1U);
}

TEST_F(LinkDetailsOfPortTest, APortThatIsSwitchedOffIsNotAsked) {
    kernel_->state = down_by(4);
    EXPECT_EQ(reason(false, false), "");
    EXPECT_EQ(kernel_->states_asked, 0U);
}

TEST_F(LinkDetailsOfPortTest, WhereTheKernelDoesNotKnowThereIsNoReason) {
    EXPECT_EQ(reason(false), "");
}

TEST_F(LinkDetailsOfPortTest, SpeedAndLanesAreThoseOfTheKernelWhereNothingElseTells) {
    kernel_->speed = {.bits_per_second = 200e9, .lanes = 4};
    HostPortState state;
    state.link_up = true;
    details_.add_to(state);
    EXPECT_EQ(state.speed_bits_per_second, 200e9);
    EXPECT_EQ(state.width, 4U);

    HostPortState known;
    known.link_up = true;
    known.speed_bits_per_second = 100e9;
    details_.add_to(known);
    EXPECT_EQ(known.speed_bits_per_second, 100e9);
}

}  // namespace
}  // namespace opticward::drivers
