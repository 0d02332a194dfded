// When a port is polled, and whether somebody is at home.
#include "cmis/image.h"
#include "tests/daemon/poll/poller_bench.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace opticward::test {

using daemon::PortState;

class PortPollerTest : public PollerTest {
protected:
    // How many polls were published at or after that time.
    std::size_t polls_since(milliseconds elapsed) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            sink_.all(), [&](const daemon::Reading& reading) { return reading.at.steady >= start_ + elapsed; }));
    }
};

TEST_F(PortPollerTest, PollsOnItsGrid) {
    make(image_a());
    run_to(seconds{35});
    ASSERT_EQ(sink_.all().size(), 4U);
    EXPECT_EQ(sink_.all()[3].at.steady, start_ + seconds{30});
}

TEST_F(PortPollerTest, ALateStepDoesNotMoveTheGrid) {
    make(image_a());
    step();
    now_ = start_ + milliseconds{12'300};
    step();
    run_to(seconds{20});
    EXPECT_EQ(last().at.steady, start_ + seconds{20});
    EXPECT_EQ(poller_->overruns(), 0U);
}

TEST_F(PortPollerTest, PollsThatWereMissedAreCountedAndNotMadeUpFor) {
    make(image_a());
    step();
    now_ = start_ + milliseconds{35'000};
    step();
    EXPECT_EQ(poller_->overruns(), 2U);
    EXPECT_EQ(sink_.all().size(), 2U);
    run_to(seconds{40});
    EXPECT_EQ(last().at.steady, start_ + seconds{40});
}

TEST_F(PortPollerTest, AnEmptyCageIsEmpty) {
    make(image_a(), false);
    step();
    EXPECT_EQ(last().state, PortState::empty);
    EXPECT_FALSE(last().insertion);
    EXPECT_EQ(last().counters.errors[static_cast<std::size_t>(drivers::Fault::nack)], 0U);
}

TEST_F(PortPollerTest, AnInsertionIsSeenWithinASecondAndReadAtOnce) {
    make(image_a(), false);
    run_to(milliseconds{12'500});
    module().insert();
    run_to(seconds{13});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().at.steady, start_ + seconds{13});
    EXPECT_EQ(last().insertion->at.steady, start_ + seconds{13});
}

TEST_F(PortPollerTest, ARemovalIsPublishedAtTheNextLook) {
    make(image_a());
    run_to(milliseconds{12'500});
    module().remove();
    run_to(seconds{13});
    EXPECT_EQ(last().state, PortState::empty);
    EXPECT_FALSE(last().insertion);
    EXPECT_EQ(last().counters.removals, 1U);
}

TEST_F(PortPollerTest, TheSameModulePluggedInAgainIsANewInsertion) {
    make(image_a());
    run_to(milliseconds{12'500});
    module().remove();
    run_to(milliseconds{14'500});
    module().insert();
    run_to(seconds{15});
    EXPECT_EQ(last().insertion->number, 2U);
    EXPECT_EQ(last().good_reads, 1U);
}

TEST_F(PortPollerTest, WithoutAPresenceLineACageThatNeverAnsweredIsEmpty) {
    make(image_a(), false, false);
    step();
    EXPECT_EQ(last().state, PortState::empty);
}

TEST_F(PortPollerTest, WithoutAPresenceLineThreeLooksWithoutAnAnswerAreARemoval) {
    make(image_a(), true, false);
    run_to(milliseconds{10'500});
    module().remove();
    run_to(seconds{12});
    EXPECT_TRUE(last().insertion);
    run_to(seconds{13});
    EXPECT_EQ(last().state, PortState::empty);
    EXPECT_FALSE(last().insertion);
}

TEST_F(PortPollerTest, WithoutAPresenceLineAnAnswerInBetweenStartsTheCountAnew) {
    make(image_a(), true, false);
    run_to(milliseconds{10'500});
    access_->fault = drivers::Fault::nack;
    run_to(milliseconds{12'500});
    access_->fault.reset();
    run_to(milliseconds{13'500});
    access_->fault = drivers::Fault::nack;
    run_to(milliseconds{15'500});
    EXPECT_EQ(last().counters.removals, 0U);
    EXPECT_TRUE(last().insertion);
}

TEST_F(PortPollerTest, APresenceLineThatContradictsTheBusIsNotBelieved) {
    class SaysEmpty final : public drivers::Pin {
    public:
        drivers::Result<bool> is_active() override { return false; }
    };
    SaysEmpty line;
    make(image_a());
    daemon::PortPoller poller{{.port = 0,
                               .access = *access_,
                               .presence = &line,
                               .host = {},
                               .sink = sink_,
                               .now = [this] { return now_; },
                               .periods = {.presence = seconds{1}, .poll = interval},
                               .identity_check = seconds{30}}};
    poller.step({.steady = now_, .wall = {}});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_TRUE(last().presence_contradicted);
    EXPECT_TRUE(last().insertion);
}

TEST_F(PortPollerTest, ABusFaultIsPublishedAndPollingContinues) {
    make(image_a());
    run_to(seconds{5});
    access_->fault = drivers::Fault::timeout;
    run_to(seconds{10});
    EXPECT_EQ(last().state, PortState::unreadable);
    EXPECT_EQ(last().fault, drivers::Fault::timeout);
    EXPECT_TRUE(last().insertion);
    EXPECT_FALSE(last().live);

    access_->fault.reset();
    run_to(seconds{20});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_FALSE(last().fault);
    EXPECT_EQ(last().failures_in_row, 0U);
}

// T10 d.
TEST_F(PortPollerTest, ARefusedTransferIsCountedAsAnErrorOfItsKind) {
    make(image_a());
    run_to(seconds{5});
    access_->fault = drivers::Fault::nack;
    run_to(seconds{10});
    EXPECT_EQ(last().counters.errors[static_cast<std::size_t>(drivers::Fault::nack)], 1U);
    EXPECT_EQ(last().counters.errors[static_cast<std::size_t>(drivers::Fault::page_refused)], 0U);
}

TEST_F(PortPollerTest, SomebodyElsesTurnIsNoFailureOfTheModule) {
    make(image_a());
    run_to(seconds{5});
    access_->fault = drivers::Fault::bus_busy;
    run_to(seconds{40});
    EXPECT_EQ(last().fault, drivers::Fault::bus_busy);
    EXPECT_EQ(last().failures_in_row, 0U);
    EXPECT_EQ(last().state, PortState::ok);
}

TEST_F(PortPollerTest, APausedPortIsLeftAlone) {
    make(image_a());
    run_to(seconds{5});
    poller_->pause_until(start_ + seconds{60});
    step();
    EXPECT_EQ(last().state, PortState::paused);
    access_->forget_reads();
    run_to(seconds{59});
    EXPECT_EQ(access_->reads(), 0U);
}

TEST_F(PortPollerTest, APauseEndsByItselfAndTheIdentityIsCompared) {
    make(image_a());
    run_to(seconds{5});
    poller_->pause_until(start_ + seconds{60});
    step();
    access_->forget_reads();
    run_to(seconds{60});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(access_->reads_of(cmis::upper_page(0x00)), 1U);
}

TEST_F(PortPollerTest, ARefreshPollsAtOnce) {
    make(image_a());
    run_to(seconds{3});
    const auto before = polls_since(milliseconds{0});
    poller_->refresh();
    step();
    EXPECT_EQ(polls_since(milliseconds{0}), before + 1);
    EXPECT_EQ(last().at.steady, start_ + seconds{3});
}

TEST_F(PortPollerTest, EachReadingSaysWhatThePortRuns) {
    make(image_a());
    daemon::PortPoller poller{{.port = 7,
                               .access = *access_,
                               .presence = presence_.get(),
                               .host =
                                   [] {
                                       return drivers::HostPortState{.link_layer = drivers::LinkLayer::infiniband,
                                                                     .link_up = true,
                                                                     .admin_up = std::nullopt,
                                                                     .evidence = "link_layer"};
                                   },
                               .sink = sink_,
                               .now = [this] { return now_; },
                               .periods = {.presence = seconds{1}, .poll = interval},
                               .identity_check = seconds{30}}};
    poller.step({.steady = now_, .wall = {}});
    EXPECT_EQ(last().port, 7U);
    EXPECT_EQ(last().host.link_layer, drivers::LinkLayer::infiniband);
}

TEST_F(PortPollerTest, AFaultThatADriverOnlyRepeatsIsCountedOnce) {
    make(image_a(), true, false);
    access_->fault = drivers::Fault::not_supported;
    step();
    const auto errors = [this] {
        return last().counters.errors[static_cast<std::size_t>(drivers::Fault::not_supported)];
    };
    EXPECT_EQ(last().state, PortState::no_access);
    EXPECT_EQ(errors(), 1U);

    access_->repeating = true;
    run_to(seconds{60});

    EXPECT_EQ(last().state, PortState::no_access);
    EXPECT_EQ(last().at.steady, start_ + seconds{60});
    EXPECT_EQ(errors(), 1U);
}

TEST_F(PortPollerTest, SomebodyWhoAsksMakesTheDriverForgetThatItHoldsBack) {
    make(image_a(), true, false);
    access_->fault = drivers::Fault::not_supported;
    step();
    const unsigned before = access_->forgotten;
    poller_->refresh();
    EXPECT_EQ(access_->forgotten, before + 1);
}

TEST_F(PortPollerTest, ADumpSpeaksForAModuleThatCannotBeReadAndStopsWhenItCan) {
    std::string folder = testing::TempDir() + "opticward_evidence_XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    const std::filesystem::path file = std::filesystem::path{folder} / "dump.txt";
    evidence_ = std::make_unique<drivers::ImageEvidence>(file, "dump.txt");
    make(image_a(), true, false);
    access_->fault = drivers::Fault::not_supported;
    step();
    EXPECT_EQ(last().evidence, nullptr);
    EXPECT_EQ(last().explanation, "dump.txt: No such file or directory");
    EXPECT_EQ(last().evidence_problem, "dump.txt: No such file or directory");

    std::ofstream{file} << cmis::write_image_text(image_a());
    run_to(seconds{10});
    ASSERT_NE(last().evidence, nullptr);
    EXPECT_EQ(last().evidence_problem, "");
    EXPECT_EQ(last().evidence->memory, image_a());
    EXPECT_FALSE(last().insertion);
    EXPECT_EQ(last().state, PortState::no_access);

    access_->fault.reset();
    run_to(seconds{20});
    EXPECT_EQ(last().evidence, nullptr);
    EXPECT_TRUE(last().insertion);
    std::filesystem::remove_all(folder);
}

}  // namespace opticward::test
