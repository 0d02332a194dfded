#include "daemon/poll/mailbox.h"

#include <gtest/gtest.h>

namespace opticward::test {

using daemon::Mailbox;
using daemon::Message;
using daemon::Pause;
using daemon::Refresh;
using daemon::SteadyTime;

TEST(MailboxTest, GivesMessagesInTheirOrderOnce) {
    Mailbox mailbox{4};
    EXPECT_TRUE(mailbox.post(Refresh{1}));
    EXPECT_TRUE(mailbox.post(Refresh{0}));
    EXPECT_EQ(mailbox.take(), (std::vector<Message>{Refresh{1}, Refresh{0}}));
    EXPECT_TRUE(mailbox.take().empty());
}

TEST(MailboxTest, RefusesMoreThanItHolds) {
    Mailbox mailbox{2};
    EXPECT_TRUE(mailbox.post(Refresh{0}));
    EXPECT_TRUE(mailbox.post(Refresh{1}));
    EXPECT_FALSE(mailbox.post(Refresh{2}));
    EXPECT_EQ(mailbox.take().size(), 2U);
}

TEST(MailboxTest, AMessageThatOnlyRepeatsTakesNoRoom) {
    Mailbox mailbox{1};
    EXPECT_TRUE(mailbox.post(Refresh{0}));
    EXPECT_TRUE(mailbox.post(Refresh{0}));
    EXPECT_EQ(mailbox.take().size(), 1U);
}

TEST(MailboxTest, ALaterPauseReplacesTheOneBefore) {
    const SteadyTime soon = SteadyTime{} + std::chrono::seconds{10};
    const SteadyTime later = SteadyTime{} + std::chrono::seconds{20};
    Mailbox mailbox{1};
    mailbox.post(Pause{0, soon});
    EXPECT_TRUE(mailbox.post(Pause{0, later}));
    EXPECT_EQ(mailbox.take(), (std::vector<Message>{Pause{0, later}}));
}

}  // namespace opticward::test
