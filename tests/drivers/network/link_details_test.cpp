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

    // What is known of the module of a device that is `up` and has a number.
    ModulePower power(std::optional<bool> up, unsigned device = 7) {
        HostPortState state;
        state.link_up = up;
        state.admin_up = true;
        state.netdev_index = device;
        details_.add_to(state);
        return state.module_power;
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

constexpr ModulePower held_back{.mode = ModulePowerMode::low, .policy = ModulePowerPolicy::automatic};
constexpr ModulePower in_use{.mode = ModulePowerMode::high, .policy = ModulePowerPolicy::automatic};

TEST_F(LinkDetailsOfPortTest, ThePowerModeIsAskedForWhenTheLinkChangesAndOnceAMinuteWhileItIsNotUp) {
    kernel_->power = held_back;
    EXPECT_EQ(power(false), held_back);
    kernel_->power = in_use;
    time_.advance(59s);
    EXPECT_EQ(power(false), held_back);
    time_.advance(1s);
    EXPECT_EQ(power(false), in_use);
    EXPECT_EQ(power(true), in_use);
    time_.advance(600s);
    EXPECT_EQ(power(true), in_use);
    EXPECT_EQ(kernel_->powers_asked, 3U);
}

TEST_F(LinkDetailsOfPortTest, ADriverThatNeverTellsThePowerModeIsAskedOnceForEachDevice) {
    EXPECT_EQ(power(false), ModulePower{});
    EXPECT_EQ(power(true), ModulePower{});
    time_.advance(600s);
    EXPECT_EQ(power(false), ModulePower{});
    EXPECT_EQ(kernel_->powers_asked, 1U);
    kernel_->power = in_use;
    EXPECT_EQ(power(false, 8), in_use);
}

TEST_F(LinkDetailsOfPortTest, ADriverThatFailedIsNotAskedForThePowerModeAtEachChangeOfTheLink) {
    kernel_->power = std::unexpected{KernelError{.error = EIO, .words = {}}};
    power(false);
    power(true);
    power(false);
    EXPECT_EQ(kernel_->powers_asked, 1U);
    kernel_->power = in_use;
    time_.advance(60s);
    EXPECT_EQ(power(false), in_use);
}

TEST_F(LinkDetailsOfPortTest, AnEmptyCageIsNotAskedForThePowerMode) {
    kernel_->state = down_by(4);
    kernel_->power = held_back;
    EXPECT_EQ(power(false), ModulePower{});
    EXPECT_EQ(kernel_->powers_asked, 0U);
}

}  // namespace
}  // namespace opticward::drivers
