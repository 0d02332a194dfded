#include "daemon/publish/notify.h"

#include "drivers/sysfs/file_descriptor.h"
#include "tests/drivers/temporary_folder.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;

// The socket of a service manager.
class NotifierTest : public testing::Test {
protected:
    void SetUp() override {
        union {
            sockaddr_un local;
            sockaddr any;
        } address{};
        address.local.sun_family = AF_UNIX;
        const std::string path = (folder_.path() / "notify").string();
        path.copy(static_cast<char*>(address.local.sun_path), sizeof address.local.sun_path - 1);
        manager_ = drivers::FileDescriptor{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
        ASSERT_EQ(::bind(manager_.number(), &address.any, sizeof address.local), 0);
        ::setenv("NOTIFY_SOCKET", path.c_str(), 1);
        ::unsetenv("WATCHDOG_USEC");
        ::unsetenv("WATCHDOG_PID");
    }
    void TearDown() override {
        for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) {
            ::unsetenv(name);
        }
    }

    // The next message; empty: there is none. Sending is done when the call returns, so nothing is waited for.
    std::string message() const {
        std::array<char, 1024> buffer{};
        const ssize_t size = ::recv(manager_.number(), buffer.data(), buffer.size(), 0);
        return size > 0 ? std::string(buffer.data(), static_cast<std::size_t>(size)) : std::string{};
    }

    drivers::TemporaryFolder folder_;
    drivers::FileDescriptor manager_;
};

TEST_F(NotifierTest, IsReadyOnceWithItsStatus) {
    Notifier notifier;
    notifier.ready("32 ports");
    EXPECT_EQ(message(), "READY=1\nSTATUS=32 ports");
    notifier.ready("32 ports");
    EXPECT_EQ(message(), "");
    notifier.ready("33 ports");
    EXPECT_EQ(message(), "STATUS=33 ports");
}

TEST_F(NotifierTest, AStatusIsSentWhenItChanged) {
    Notifier notifier;
    notifier.status("one");
    notifier.status("one");
    notifier.status("two");
    EXPECT_EQ(message(), "STATUS=one");
    EXPECT_EQ(message(), "STATUS=two");
    EXPECT_EQ(message(), "");
}

TEST_F(NotifierTest, AStatusCannotSayAnythingElse) {
    Notifier notifier;
    notifier.status("swp7\nSTOPPING=1");
    EXPECT_EQ(message(), R"(STATUS=swp7\nSTOPPING=1)");
}

TEST_F(NotifierTest, AReloadBeginsWithItsTimeAndEndsWithReady) {
    Notifier notifier;
    notifier.ready("a");
    message();
    const auto before = std::chrono::steady_clock::now().time_since_epoch() / 1us;
    notifier.reloading();
    const auto after = std::chrono::steady_clock::now().time_since_epoch() / 1us;
    const std::string reloading = message();
    constexpr std::string_view start = "RELOADING=1\nMONOTONIC_USEC=";
    ASSERT_TRUE(reloading.starts_with(start)) << reloading;
    std::int64_t at = 0;
    std::from_chars(reloading.data() + start.size(), reloading.data() + reloading.size(), at);
    EXPECT_GE(at, before);
    EXPECT_LE(at, after);
    notifier.ready("a");
    EXPECT_EQ(message(), "READY=1\nSTATUS=a");
}

TEST_F(NotifierTest, SaysThatItStopsAndThatItTakesLonger) {
    Notifier notifier;
    notifier.extend_timeout(20s);
    EXPECT_EQ(message(), "EXTEND_TIMEOUT_USEC=20000000");
    notifier.stopping();
    EXPECT_EQ(message(), "STOPPING=1");
}

TEST_F(NotifierTest, TheWatchdogIsFedWhereThereIsOne) {
    Notifier without;
    without.watchdog();
    EXPECT_EQ(message(), "");
    EXPECT_FALSE(without.watchdog_interval());

    ::setenv("WATCHDOG_USEC", "30000000", 1);
    Notifier with;
    with.watchdog();
    EXPECT_EQ(message(), "WATCHDOG=1");
    EXPECT_EQ(with.watchdog_interval(), std::optional<std::chrono::microseconds>{30s});
}

TEST_F(NotifierTest, WithoutAServiceManagerNothingHappens) {
    ::unsetenv("NOTIFY_SOCKET");
    Notifier notifier;
    notifier.ready("a");
    notifier.reloading();
    notifier.stopping();
    ::setenv("NOTIFY_SOCKET", (folder_.path() / "nobody").c_str(), 1);
    notifier.status("b");
    EXPECT_EQ(message(), "");
}

TEST_F(NotifierTest, TakesTheSocketsThatArePassedOnce) {
    // Descriptor 3 is the first that is passed; whatever it is here, only its number and name matter.
    if (::fcntl(3, F_GETFD) < 0) {
        ASSERT_EQ(::dup2(manager_.number(), 3), 3);
    }
    ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
    ::setenv("LISTEN_FDS", "1", 1);
    ::setenv("LISTEN_FDNAMES", "http", 1);
    EXPECT_EQ(take_passed_descriptors(), (std::vector<PassedDescriptor>{{.number = 3, .name = "http"}}));
    EXPECT_EQ(take_passed_descriptors(), std::vector<PassedDescriptor>{});
}

TEST_F(NotifierTest, SocketsOfAnotherProcessAreNotOurs) {
    ::setenv("LISTEN_PID", "1", 1);
    ::setenv("LISTEN_FDS", "1", 1);
    EXPECT_EQ(take_passed_descriptors(), std::vector<PassedDescriptor>{});
}

}  // namespace
}  // namespace opticward::daemon
