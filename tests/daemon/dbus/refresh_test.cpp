// Refresh: who asked is answered when the port was read.
#include "tests/daemon/dbus/fixture.h"

#include <future>

namespace opticward::test {
namespace {

using daemon::PortState;
using std::chrono::seconds;

class RefreshTest : public DbusServiceTest {
protected:
    // A client that waits; returns when the service has taken the call.
    std::future<std::string> ask() {
        const std::size_t before = asked_++;
        auto answer = std::async(std::launch::async, [this] {
            const auto connection = sdbus::createSessionBusConnectionWithAddress(bus_.address());
            return error_of([&] { PortProxy{*connection, "swp7"}.Refresh(); });
        });
        EXPECT_TRUE(thread_.comes_true([&] { return thread_.commands().refreshes.size() > before; }));
        return answer;
    }

    daemon::PortSnapshot looked_at_now(daemon::PortSnapshot port) {
        port.looked_at = thread_.now();
        return port;
    }

    std::size_t asked_ = 0;
};

TEST_F(RefreshTest, ItIsAnsweredByAReadingFromAfterwards) {
    publish(healthy_port());
    auto answer = ask();
    publish(looked_at_now(healthy_port()));
    EXPECT_EQ(answer.wait_for(seconds{0}), std::future_status::timeout);
    thread_.go_on_by(seconds{1});
    publish(looked_at_now(healthy_port()));
    EXPECT_EQ(answer.get(), "");
    thread_.run([&] { EXPECT_EQ(thread_.commands().refreshes, std::vector<std::string>{"swp7"}); });
}

TEST_F(RefreshTest, AReadThatFailsIsReadFailed) {
    publish(healthy_port());
    auto answer = ask();
    thread_.go_on_by(seconds{1});
    daemon::PortSnapshot port = looked_at_now(healthy_port());
    port.fault = drivers::Fault::timeout;
    publish(port);
    EXPECT_EQ(answer.get(), "alt.opticward.Transceivers1.Error.ReadFailed");
}

TEST_F(RefreshTest, AnEmptyCageIsNotPresent) {
    publish(healthy_port());
    auto answer = ask();
    thread_.go_on_by(seconds{1});
    publish(looked_at_now(empty_port()));
    EXPECT_EQ(answer.get(), "alt.opticward.Transceivers1.Error.NotPresent");
}

TEST_F(RefreshTest, APausedPortIsBusyAtOnce) {
    daemon::PortSnapshot port = healthy_port();
    port.state = PortState::paused;
    publish(port);
    EXPECT_EQ(error_of([&] { PortProxy{*client_, "swp7"}.Refresh(); }), "alt.opticward.Transceivers1.Error.Busy");
    thread_.run([&] { EXPECT_TRUE(thread_.commands().refreshes.empty()); });
}

TEST_F(RefreshTest, ABusThatTakesNothingIsBusy) {
    publish(healthy_port());
    thread_.run([&] { thread_.commands().posted = daemon::Posted::busy; });
    EXPECT_EQ(error_of([&] { PortProxy{*client_, "swp7"}.Refresh(); }), "alt.opticward.Transceivers1.Error.Busy");
}

TEST_F(RefreshTest, APortThatTheHostCannotReadIsNotSupported) {
    daemon::PortSnapshot port = empty_port();
    port.state = PortState::no_access;
    publish(port);
    EXPECT_EQ(error_of([&] {
                  PortProxy{*client_, "swp7"}.Refresh();
              }),
              "alt.opticward.Transceivers1.Error.NotSupported");
}

TEST_F(RefreshTest, TenSecondsWithoutAReadingAreATimeout) {
    publish(healthy_port());
    auto answer = ask();
    thread_.go_on_by(seconds{9});
    publish(healthy_port());
    EXPECT_EQ(answer.wait_for(seconds{0}), std::future_status::timeout);
    thread_.go_on_by(seconds{1});
    publish(healthy_port());
    EXPECT_EQ(answer.get(), "alt.opticward.Transceivers1.Error.Timeout");
}

TEST_F(RefreshTest, APortThatGoesMeanwhileIsUnknown) {
    publish(healthy_port());
    auto answer = ask();
    thread_.publish(board_of({}, thread_.now()));
    EXPECT_EQ(answer.get(), "org.freedesktop.DBus.Error.UnknownObject");
}

TEST_F(RefreshTest, ClientsThatWaitAreAllAnswered) {
    publish(healthy_port());
    auto first = ask();
    auto second = ask();
    thread_.go_on_by(seconds{1});
    publish(looked_at_now(healthy_port()));
    EXPECT_EQ(first.get(), "");
    EXPECT_EQ(second.get(), "");
}

TEST_F(RefreshTest, MoreThanTwoHundredAndFiftySixMayNotWait) {
    publish(healthy_port());
    // Calls without waiting for the answers: sent by hand, as many as are taken, and one more.
    const auto proxy = sdbus::createProxy(*client_, daemon::bus::service(daemon::bus::service_name),
                                          sdbus::ObjectPath{"/alt/opticward/Transceivers1/ports/swp7"});
    for (int i = 0; i < 256; ++i) {
        proxy->callMethod("Refresh").onInterface("alt.opticward.Transceivers1.Port").dontExpectReply();
    }
    ASSERT_TRUE(thread_.comes_true([&] { return thread_.commands().refreshes.size() == 256; }));
    EXPECT_EQ(error_of([&] { PortProxy{*client_, "swp7"}.Refresh(); }), "alt.opticward.Transceivers1.Error.Busy");
}

}  // namespace
}  // namespace opticward::test
