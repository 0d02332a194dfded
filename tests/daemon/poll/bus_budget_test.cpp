#include "daemon/poll/bus_budget.h"

#include <gtest/gtest.h>

namespace opticward::test {

using daemon::BusBudget;
using daemon::Periods;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(BusBudgetTest, AFastBusIsPolledAsWanted) {
    BusBudget budget{2, {.presence = seconds{1}, .poll = seconds{10}}, 0.2};
    budget.poll_took(0, milliseconds{10});
    budget.poll_took(1, milliseconds{10});
    EXPECT_EQ(budget.periods(), (Periods{.presence = seconds{1}, .poll = seconds{10}}));
}

// Two ports of 2 s each are 4 s a cycle, a fifth of 20 s.
TEST(BusBudgetTest, ASlowBusIsPolledLessOften) {
    BusBudget budget{2, {.presence = seconds{1}, .poll = seconds{10}}, 0.2};
    budget.poll_took(0, seconds{2});
    budget.poll_took(1, seconds{2});
    EXPECT_EQ(budget.periods().poll, seconds{20});
}

TEST(BusBudgetTest, TheLatestCostCounts) {
    BusBudget budget{1, {.presence = seconds{1}, .poll = seconds{1}}, 0.2};
    budget.poll_took(0, seconds{1});
    EXPECT_EQ(budget.periods().poll, seconds{5});
    budget.poll_took(0, milliseconds{100});
    EXPECT_EQ(budget.periods().poll, seconds{1});
}

// 200 ms in each second is all of the share; looking may have half of it, so it is done every 2 s.
TEST(BusBudgetTest, LookingForPresenceGetsHalfOfTheShareAtMost) {
    BusBudget budget{1, {.presence = seconds{1}, .poll = seconds{10}}, 0.2};
    budget.presence_took(0, milliseconds{200});
    EXPECT_EQ(budget.periods().presence, seconds{2});
}

// 50 ms in each second are 5 %, which leaves 15 % for polls of 3 s.
TEST(BusBudgetTest, PollsGetWhatLookingLeaves) {
    BusBudget budget{1, {.presence = seconds{1}, .poll = seconds{10}}, 0.2};
    budget.presence_took(0, milliseconds{50});
    budget.poll_took(0, seconds{3});
    EXPECT_NEAR(std::chrono::duration<double>(budget.periods().poll).count(), 20.0, 1e-6);
}

TEST(BusBudgetTest, APortOutsideIsIgnored) {
    BusBudget budget{1, {.presence = seconds{1}, .poll = seconds{10}}, 0.2};
    budget.poll_took(5, seconds{100});
    EXPECT_EQ(budget.periods().poll, seconds{10});
}

}  // namespace opticward::test
