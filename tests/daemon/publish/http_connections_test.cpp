#include "daemon/publish/http_connections.h"

#include "drivers/sysfs/file_descriptor.h"

#include <array>
#include <cerrno>
#include <gtest/gtest.h>
#include <sys/socket.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;

constexpr SteadyTime start{1000s};

class HttpConnectionsTest : public testing::Test {
protected:
    void SetUp() override {
        std::array<int, 2> pair{};
        ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()), 0);
        ours_ = drivers::FileDescriptor{pair[0]};
        client_ = drivers::FileDescriptor{pair[1]};
    }

    // Whether the client sees the end.
    bool ended() const {
        char byte = 0;
        return ::recv(client_.number(), &byte, 1, 0) == 0;
    }

    drivers::FileDescriptor ours_;
    drivers::FileDescriptor client_;
    HttpConnections connections_{{.request = 30s, .answer = 60s}, 4};
};

TEST_F(HttpConnectionsTest, ARequestHasThirtySeconds) {
    connections_.opened(ours_.number(), start);
    EXPECT_EQ(connections_.close_overdue(start + 30s), 0);
    EXPECT_FALSE(ended());
    EXPECT_EQ(connections_.close_overdue(start + 31s), 1);
    EXPECT_TRUE(ended());
}

TEST_F(HttpConnectionsTest, AnAnswerHasAMinuteFromTheEndOfTheRequest) {
    connections_.opened(ours_.number(), start);
    connections_.answering(ours_.number(), start + 29s);
    EXPECT_EQ(connections_.close_overdue(start + 89s), 0);
    EXPECT_EQ(connections_.close_overdue(start + 90s), 1);
    EXPECT_TRUE(ended());
}

TEST_F(HttpConnectionsTest, TheNextRequestHasItsOwnTime) {
    connections_.opened(ours_.number(), start);
    connections_.answering(ours_.number(), start + 1s);
    connections_.answered(ours_.number(), start + 50s);
    EXPECT_EQ(connections_.close_overdue(start + 80s), 0);
    EXPECT_EQ(connections_.close_overdue(start + 81s), 1);
}

TEST_F(HttpConnectionsTest, AConnectionIsEndedOnce) {
    connections_.opened(ours_.number(), start);
    EXPECT_EQ(connections_.close_overdue(start + 31s), 1);
    EXPECT_EQ(connections_.close_overdue(start + 32s), 0);
}

TEST_F(HttpConnectionsTest, AClosedConnectionIsForgotten) {
    connections_.opened(ours_.number(), start);
    connections_.closed(ours_.number());
    EXPECT_EQ(connections_.close_overdue(start + 1000s), 0);
    EXPECT_FALSE(ended());
}

}  // namespace
}  // namespace opticward::daemon
