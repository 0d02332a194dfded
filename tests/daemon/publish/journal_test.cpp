#include "daemon/publish/journal.h"

#include "tests/daemon/judge/samples.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;
using samples::after;

using Fields = std::vector<std::string>;

Event raise_of_hot_module() {
    cmis::Module module = samples::sr4();
    module.live.temperature = cmis::Celsius{70.1};
    samples::OnePort port;
    port.take(samples::reading(module, after(0s)));
    return samples::of_kind(port.all, EventKind::raise).at(0);
}

TEST(JournalTest, AnAlertHasASentenceAndFieldsToSearchBy) {
    EXPECT_EQ(journal_fields(raise_of_hot_module()),
              (Fields{"MESSAGE=The temperature of swp7 rose to 70.1 C; its high warning is at 70.0 C.", "PRIORITY=4",
                      "MESSAGE_ID=da35eed1e3f2487989c115a9f0642061", "SYSLOG_IDENTIFIER=opticwardd",
                      "OPTICWARD_EVENT=raise", "OPTICWARD_PORT=swp7", "OPTICWARD_SEVERITY=warning",
                      "OPTICWARD_KIND=monitor", "OPTICWARD_MONITOR=temperature", "OPTICWARD_BOUND=high",
                      "OPTICWARD_VALUE=70.1", "OPTICWARD_THRESHOLD=70", "OPTICWARD_SERIAL=TST0000001",
                      "OPTICWARD_REMEDY=Check the fans, the airflow and the blanking panels."}));
}

TEST(JournalTest, AMismatchIsAnErrorWithItsReason) {
    PortSettings settings = samples::port("swp3");
    settings.protocol = drivers::LinkLayer::ethernet;
    settings.expected_protocol = drivers::LinkLayer::ethernet;
    settings.link_up = false;
    samples::OnePort port(settings);
    cmis::Module optic = samples::cmis_infiniband();
    port.take(samples::reading(optic, after(0s)));
    const Fields fields = journal_fields(samples::of_kind(port.all, EventKind::raise).at(0));
    for (const char* field :
         {"PRIORITY=3", "MESSAGE_ID=d4170a4082fd4e209daa4a053d23dd84", "OPTICWARD_KIND=link_mode_mismatch",
          "OPTICWARD_SEVERITY=critical", "OPTICWARD_REASON=ib_module_in_ethernet_port"}) {
        EXPECT_NE(std::ranges::find(fields, field), fields.end()) << field;
    }
}

TEST(JournalTest, ARecoveryIsForInformationAndNeedsNoRemedy) {
    Event event = raise_of_hot_module();
    event.kind = EventKind::clear;
    const Fields fields = journal_fields(event);
    EXPECT_EQ(fields.at(1), "PRIORITY=6");
    EXPECT_EQ(fields.at(2), "MESSAGE_ID=4dc366e3a0ae4ccea8b20b3c982eb254");
    EXPECT_TRUE(std::ranges::none_of(fields, [](const auto& f) { return f.starts_with("OPTICWARD_REMEDY="); }));
}

TEST(JournalTest, WhatAVendorWritesCannotBecomeAField) {
    const Event event{.kind = EventKind::insert,
                      .at = {},
                      .port = "swp1\nPRIORITY=0",
                      .severity = Severity::info,
                      .sentence = "A\nMESSAGE_ID=x\x1b[2J",
                      .fields = {{"serial", "1\nOPTICWARD_PORT=swp2"}, {"odd key=", "x"}},
                      .alert = std::nullopt};
    EXPECT_EQ(journal_fields(event),
              (Fields{R"(MESSAGE=A\nMESSAGE_ID=x\x1b[2J)", "PRIORITY=6", "MESSAGE_ID=74c5c7b6460b4098af9f649cac22477a",
                      "SYSLOG_IDENTIFIER=opticwardd", "OPTICWARD_EVENT=insert", R"(OPTICWARD_PORT=swp1\nPRIORITY=0)",
                      R"(OPTICWARD_SERIAL=1\nOPTICWARD_PORT=swp2)", "OPTICWARD_ODD_KEY_=x"}));
}

TEST(JournalTest, EveryKindOfAlertHasAnIdOfItsOwn) {
    std::set<std::string_view> ids;
    for (const MessageId& row : message_ids) {
        EXPECT_TRUE(std::regex_match(std::string{row.id}, std::regex{"[0-9a-f]{32}"})) << row.id;
        EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    }
    for (const std::string_view kind : alert_kinds) {
        Event event{.kind = EventKind::raise};
        event.alert.emplace().kind = kind;
        EXPECT_NE(message_id(event), "") << kind;
    }
}

TEST(JournalTest, TheCatalogueExplainsEveryIdAndNoOther) {
    std::ifstream file{OPTICWARD_SOURCE_DIR "/systemd/opticward.catalog"};
    std::stringstream text;
    text << file.rdbuf();
    const std::string catalogue = text.str();
    std::set<std::string> explained;
    const std::regex heading{"\n-- ([0-9a-f]{32})\nSubject: "};
    for (auto found = std::sregex_iterator(catalogue.begin(), catalogue.end(), heading);
         found != std::sregex_iterator(); ++found) {
        EXPECT_TRUE(explained.insert((*found)[1]).second) << (*found)[1];
    }
    std::set<std::string> known;
    for (const MessageId& row : message_ids) {
        known.emplace(row.id);
    }
    EXPECT_EQ(explained, known);
}

class JournalStreamTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(::fstat(STDERR_FILENO, &standard_error_), 0); }
    void TearDown() override { ::unsetenv("JOURNAL_STREAM"); }

    static bool with(const std::string& stream) {
        ::setenv("JOURNAL_STREAM", stream.c_str(), 1);
        return on_journal();
    }

    struct stat standard_error_ {};
};

TEST_F(JournalStreamTest, StandardErrorLeadsToTheJournalWhenItIsTheNamedStream) {
    const std::string device = std::to_string(standard_error_.st_dev);
    const std::string inode = std::to_string(standard_error_.st_ino);
    EXPECT_TRUE(with(device + ":" + inode));
    EXPECT_FALSE(with(device + ":" + inode + "1"));
    EXPECT_FALSE(with(device + "1:" + inode));
}

TEST_F(JournalStreamTest, AStreamThatIsNotNamedIsNone) {
    ::unsetenv("JOURNAL_STREAM");
    EXPECT_FALSE(on_journal());
    for (const char* text : {"", ":", "1", "a:b", "1:2:3", "-1:-1"}) {
        EXPECT_FALSE(with(text)) << text;
    }
}

}  // namespace
}  // namespace opticward::daemon
