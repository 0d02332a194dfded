#include "daemon/publish/event_log.h"

#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>
#include <sstream>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;
using samples::after;

Event raise_of_hot_module() {
    cmis::Module module = samples::sr4();
    module.live.temperature = cmis::Celsius{70.1};
    samples::OnePort port;
    port.take(samples::reading(module, after(0s)));
    return samples::of_kind(port.all, EventKind::raise).at(0);
}

TEST(EventLogTest, ALineIsASentenceAndItsFields) {
    EXPECT_EQ(log_line(raise_of_hot_module()),
              "The temperature of swp7 rose to 70.1 C; its high warning is at 70.0 C. event=raise port=swp7 "
              "severity=warning kind=monitor monitor=temperature bound=high value=70.1 threshold=70 "
              "serial=TST0000001");
}

TEST(EventLogTest, AMismatchShowsItsEvidence) {
    PortSettings settings = samples::port("swp3");
    settings.protocol = drivers::LinkLayer::ethernet;
    settings.link_up = false;
    samples::OnePort port(settings);
    port.take(samples::reading(samples::hdr_copper(), after(0s)));
    const std::string line = log_line(samples::of_kind(port.all, EventKind::raise).at(0));
    EXPECT_NE(line.find("port=swp3 severity=warning kind=link_mode_mismatch reason=ib_module_in_ethernet_port"),
              std::string::npos)
        << line;
    EXPECT_NE(line.find("evidence=\"byte 164 = 0x30 (EDR, HDR); no Ethernet code; the configuration says Ethernet\""),
              std::string::npos)
        << line;
}

TEST(EventLogTest, HostileTextStaysOnOneLineAndInItsQuotes) {
    Event event{.kind = EventKind::insert,
                .at = {},
                .port = "swp1",
                .severity = Severity::info,
                .sentence = "A module came: A\nB\x1b[2J.",
                .fields = {{"serial", "\"\\\n1 port=swp2"}},
                .alert = std::nullopt};
    EXPECT_EQ(log_line(event), R"(A module came: A\nB\x1b[2J. event=insert port=swp1 serial="\"\\\n1 port=swp2")");
}

class EventLogLevelTest : public testing::Test {
protected:
    std::string written(const Event& event) {
        auto logger = std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_st>(out_));
        logger->set_pattern("%l %v");
        EventLog(logger).write(event);
        return out_.str();
    }

    std::ostringstream out_;
};

TEST_F(EventLogLevelTest, AWarningIsLoggedAsOne) {
    EXPECT_EQ(written(raise_of_hot_module()).substr(0, 8), "warning ");
}

TEST_F(EventLogLevelTest, ARecoveryIsNoWarning) {
    Event event = raise_of_hot_module();
    event.kind = EventKind::clear;
    EXPECT_EQ(written(event).substr(0, 5), "info ");
}

TEST_F(EventLogLevelTest, BracesOfAVendorAreNoFormat) {
    Event event{.kind = EventKind::insert,
                .at = {},
                .port = "swp1",
                .severity = Severity::info,
                .sentence = "{} {0}",
                .fields = {},
                .alert = std::nullopt};
    EXPECT_EQ(written(event), "info {} {0} event=insert port=swp1\n");
}

}  // namespace
}  // namespace opticward::daemon
