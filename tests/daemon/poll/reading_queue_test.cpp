#include "daemon/poll/reading_queue.h"

#include <gtest/gtest.h>
#include <poll.h>

namespace opticward::test {

using cmis::LaneFlag;
using daemon::Reading;
using daemon::ReadingQueue;

namespace {

Reading reading_of(std::size_t port, std::uint32_t good_reads = 0) {
    Reading reading;
    reading.port = port;
    reading.good_reads = good_reads;
    return reading;
}

std::shared_ptr<const daemon::Insertion> insertion(std::uint64_t number) {
    auto made = std::make_shared<daemon::Insertion>();
    made->number = number;
    return made;
}

bool is_readable(int descriptor) {
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    return poll(&waiting, 1, 0) == 1;
}

}  // namespace

TEST(ReadingQueueTest, HandsOutReadingsInTheOrderOfTheirPorts) {
    ReadingQueue queue;
    queue.publish(reading_of(2));
    queue.publish(reading_of(0));
    const auto drained = queue.drain();
    ASSERT_EQ(drained.size(), 2U);
    EXPECT_EQ(drained[0].port, 2U);
    EXPECT_EQ(drained[1].port, 0U);
    EXPECT_TRUE(queue.drain().empty());
}

TEST(ReadingQueueTest, HoldsOneReadingAPortHoweverManyAreMade) {
    ReadingQueue queue;
    for (std::uint32_t i = 1; i <= 1000; ++i) {
        queue.publish(reading_of(0, i));
    }
    const auto drained = queue.drain();
    ASSERT_EQ(drained.size(), 1U);
    EXPECT_EQ(drained[0].good_reads, 1000U);
}

TEST(ReadingQueueTest, KeepsTheFlagsOfReadingsThatWereReplaced) {
    ReadingQueue queue;
    Reading first = reading_of(0);
    first.insertion = insertion(1);
    first.flags.lanes[2].record(LaneFlag::rx_los, true);
    Reading second = reading_of(0);
    second.insertion = insertion(1);
    second.flags.lanes[2].record(LaneFlag::rx_los, false);
    second.flags.lanes[1].record(LaneFlag::tx_fault, true);
    queue.publish(first);
    queue.publish(second);
    const auto drained = queue.drain();
    EXPECT_TRUE(drained.at(0).flags.lanes[2].has(LaneFlag::rx_los));
    EXPECT_TRUE(drained.at(0).flags.lanes[1].has(LaneFlag::tx_fault));
}

TEST(ReadingQueueTest, DoesNotBlameANewModuleForTheFlagsOfTheOldOne) {
    ReadingQueue queue;
    Reading before = reading_of(0);
    before.insertion = insertion(1);
    before.flags.lanes[0].record(LaneFlag::rx_los, true);
    Reading after = reading_of(0);
    after.insertion = insertion(2);
    queue.publish(before);
    queue.publish(after);
    EXPECT_FALSE(queue.drain().at(0).flags.lanes[0].has(LaneFlag::rx_los));
}

TEST(ReadingQueueTest, WakesItsReader) {
    ReadingQueue queue;
    EXPECT_FALSE(is_readable(queue.file_descriptor()));
    queue.publish(reading_of(0));
    EXPECT_TRUE(is_readable(queue.file_descriptor()));
    queue.drain();
    EXPECT_FALSE(is_readable(queue.file_descriptor()));
}

}  // namespace opticward::test
