// What is plugged in: insertion, doubtful first reads, wrong checksums, swaps.
#include "tests/daemon/poll/poller_bench.h"

namespace opticward::test {

using daemon::PortState;

class IdentificationTest : public PollerTest {};

TEST_F(IdentificationTest, AGoodModuleIsKnownAfterTheFirstRead) {
    make(image_a());
    step();
    ASSERT_TRUE(last().insertion);
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().insertion->module.identity.serial_number, "TST0000001");
    EXPECT_TRUE(last().insertion->checksums_ok);
    EXPECT_EQ(last().good_reads, 1U);
    EXPECT_EQ(last().counters.insertions, 1U);
    EXPECT_EQ(last().live->temperature, cmis::Celsius{41.5});
}

TEST_F(IdentificationTest, ThresholdsAreReadWithTheIdentity) {
    make(image_a());
    step();
    ASSERT_TRUE(last().insertion && last().insertion->module.thresholds.temperature);
    EXPECT_EQ(last().insertion->module.thresholds.temperature->high_alarm, cmis::Celsius{75});
}

TEST_F(IdentificationTest, ThresholdsAreReadTwice) {
    make(image_a());
    // Nothing vouches for page 03h of SFF-8636 but a second read.
    step();
    EXPECT_EQ(access_->reads_of(cmis::upper_page(0x03)), 2U);
}

TEST_F(IdentificationTest, FixedPagesAreReadOncePerInsertion) {
    make(image_a());
    step();
    access_->forget_reads();
    run_to(seconds{25});
    EXPECT_EQ(access_->reads_of(cmis::upper_page(0x00)), 0U);
    EXPECT_EQ(access_->reads_of(cmis::upper_page(0x03)), 0U);
}

// T3: 256 bytes of FFh, then of 00h, then FFh once and a good module.
TEST_F(IdentificationTest, MemoryOfOnesIsInvalidWhenItStaysSo) {
    cmis::MemoryMap image;
    fill(image, cmis::lower_memory, 0xFF);
    fill(image, cmis::upper_page(0x00), 0xFF);
    make(image);
    step();
    EXPECT_EQ(last().state, PortState::initializing);
    run_to(seconds{3});
    EXPECT_EQ(last().state, PortState::invalid);
    EXPECT_FALSE(last().insertion);
    EXPECT_FALSE(last().live);
}

TEST_F(IdentificationTest, MemoryOfZerosIsInvalidWhenItStaysSo) {
    cmis::MemoryMap image;
    fill(image, cmis::lower_memory, 0x00);
    fill(image, cmis::upper_page(0x00), 0x00);
    make(image);
    run_to(seconds{3});
    EXPECT_EQ(last().state, PortState::invalid);
    EXPECT_FALSE(last().insertion);
}

TEST_F(IdentificationTest, ANewModuleMayReadAsOnesAtFirst) {
    cmis::MemoryMap image;
    fill(image, cmis::lower_memory, 0xFF);
    fill(image, cmis::upper_page(0x00), 0xFF);
    make(image);
    step();
    module().replace(image_a());
    run_to(seconds{1});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().insertion->module.identity.serial_number, "TST0000001");
    for (const daemon::Reading& reading : sink_.all()) {
        EXPECT_NE(reading.state, PortState::invalid);
    }
}

TEST_F(IdentificationTest, SilenceWithinTheStartUpTimeIsNoFailure) {
    make(image_a());
    access_->fault = drivers::Fault::nack;
    run_to(milliseconds{1999});
    EXPECT_EQ(last().state, PortState::initializing);
    EXPECT_EQ(last().failures_in_row, 0U);
    EXPECT_EQ(last().counters.errors[static_cast<std::size_t>(drivers::Fault::nack)], 0U);
}

TEST_F(IdentificationTest, SilenceAfterTheStartUpTimeIsUnreadable) {
    make(image_a());
    access_->fault = drivers::Fault::nack;
    run_to(seconds{2});
    EXPECT_EQ(last().state, PortState::unreadable);
    EXPECT_EQ(last().fault, drivers::Fault::nack);
    EXPECT_EQ(last().failures_in_row, 1U);
}

TEST_F(IdentificationTest, AHostThatMayNotReadSaysSoAtOnce) {
    make(image_a());
    access_->fault = drivers::Fault::permission;
    step();
    EXPECT_EQ(last().state, PortState::no_access);
    EXPECT_EQ(last().fault, drivers::Fault::permission);
}

TEST_F(IdentificationTest, AHostThatHasNoWayToReadSaysSoAtOnce) {
    make(image_a());
    access_->fault = drivers::Fault::not_supported;
    step();
    EXPECT_EQ(last().state, PortState::no_access);
    EXPECT_EQ(last().fault, drivers::Fault::not_supported);
}

// T5: identifier 0Dh outside and 11h inside, lower memory FFh, which sets Data_Not_Ready as well.
TEST_F(IdentificationTest, LowerMemoryOfOnesDoesNotMakeAModuleWait) {
    cmis::MemoryMap image = image_b();
    fill(image, cmis::lower_memory, 0xFF);
    put(image, cmis::lower(0), {0x0D});
    put(image, cmis::upper(0x00, 131), {0x80});
    put(image, cmis::upper(0x00, 164), {0x00});
    put(image, cmis::upper(0x00, 192), {0x0B});
    put_sff8636_sums(image);
    make(image);
    run_to(seconds{5});
    EXPECT_EQ(last().state, PortState::ok);
    ASSERT_TRUE(last().insertion && last().live);
    EXPECT_EQ(last().insertion->module.identity.vendor_name, "EXAMPLE OPTICS");
    EXPECT_FALSE(last().live->temperature);
    EXPECT_EQ(last().flags.module.raised, 0U);
    EXPECT_EQ(last().flags.lanes[0].raised, 0U);
}

TEST_F(IdentificationTest, LowerMemoryThatComesLateIsFound) {
    cmis::MemoryMap image = image_a();
    fill(image, cmis::lower_memory, 0xFF);
    put(image, cmis::lower(0), {0x11});
    make(image);
    run_to(seconds{5});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_FALSE(last().live->temperature);
    module().replace(image_a());
    run_to(seconds{40});
    EXPECT_EQ(last().live->temperature, cmis::Celsius{41.5});
    EXPECT_EQ(last().insertion->number, 1U);
}

TEST_F(IdentificationTest, AWrongChecksumIsReadAgainBeforeItIsBelieved) {
    cmis::MemoryMap image = image_a();
    put(image, cmis::upper(0x00, 191), {0x00});
    make(image);
    step();
    EXPECT_EQ(last().state, PortState::initializing);
    EXPECT_FALSE(last().insertion);
}

TEST_F(IdentificationTest, TheSameWrongChecksumTwiceIsABadlyProgrammedModule) {
    cmis::MemoryMap image = image_a();
    put(image, cmis::upper(0x00, 191), {0x00});
    make(image);
    run_to(seconds{2});
    EXPECT_EQ(last().state, PortState::ok);
    ASSERT_TRUE(last().insertion);
    EXPECT_FALSE(last().insertion->checksums_ok);
    EXPECT_EQ(last().insertion->module.identity.serial_number, "TST0000001");
    EXPECT_GE(last().counters.errors[static_cast<std::size_t>(drivers::Fault::checksum)], 2U);
}

TEST_F(IdentificationTest, AnIdentifierWithoutAMapIsUnsupported) {
    cmis::MemoryMap image = image_a();
    put(image, cmis::lower(0), {0x7F});
    put(image, cmis::upper(0x00, 128), {0x7F});
    make(image);
    run_to(seconds{3});
    EXPECT_EQ(last().state, PortState::unsupported);
    ASSERT_TRUE(last().insertion);
    EXPECT_FALSE(last().live);
}

TEST_F(IdentificationTest, DataNotReadyIsWaitedForButNotForEver) {
    cmis::MemoryMap image = image_a();
    put(image, cmis::lower(2), {0x01});
    make(image);
    run_to(seconds{9});
    EXPECT_EQ(last().state, PortState::initializing);
    EXPECT_FALSE(last().live);
    run_to(seconds{12});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_TRUE(last().live);
}

TEST_F(IdentificationTest, DataAreTakenAsSoonAsTheyAreReady) {
    cmis::MemoryMap image = image_a();
    put(image, cmis::lower(2), {0x01});
    make(image);
    run_to(seconds{3});
    put_byte(cmis::lower(2), 0x00);
    run_to(seconds{4});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().live->temperature, cmis::Celsius{41.5});
}

// T11: another serial number and thresholds 10 C lower, while presence stays 1.
TEST_F(IdentificationTest, ASwapThatNobodySawIsARemovalAndAnInsertion) {
    make(image_a());
    run_to(seconds{20});
    cmis::MemoryMap other = image_a();
    put_text(other, cmis::upper(0x00, 196), 16, "TST0000009");
    put_words(other, cmis::upper(0x03, 128), {0x4100, 0xF100, 0x3C00, 0xF600});
    put_sff8636_sums(other);
    module().replace(other);
    run_to(seconds{40});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().insertion->number, 2U);
    EXPECT_EQ(last().insertion->module.identity.serial_number, "TST0000009");
    EXPECT_EQ(last().insertion->module.thresholds.temperature->high_alarm, cmis::Celsius{65});
    EXPECT_EQ(last().counters.insertions, 2U);
    EXPECT_EQ(last().counters.removals, 1U);
}

TEST_F(IdentificationTest, ASwapToAModuleThatIsNotReadyBringsNoEventBeforeItIs) {
    make(image_a());
    run_to(seconds{20});
    cmis::MemoryMap other = image_a();
    put_text(other, cmis::upper(0x00, 196), 16, "TST0000009");  // and the old checksum
    module().replace(other);
    run_to(seconds{30});
    EXPECT_EQ(last().state, PortState::initializing);
    EXPECT_EQ(last().insertion->number, 1U);
    EXPECT_EQ(last().counters.removals, 0U);

    put_sff8636_sums(other);
    module().replace(other);
    run_to(seconds{31});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().insertion->number, 2U);
}

// T10 c: page 9Fh's bytes where page 00h should be. The identity must not flip.
TEST_F(IdentificationTest, LeftOverBytesOfAnotherPageDoNotChangeTheIdentity) {
    make(image_a());
    run_to(seconds{20});
    module().fail(drivers::SimulatedFault::page_residue, seconds{34});
    run_to(seconds{33});
    EXPECT_NE(last().state, PortState::ok);
    EXPECT_EQ(last().insertion->module.identity.serial_number, "TST0000001");
    run_to(seconds{45});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().insertion->number, 1U);
    EXPECT_EQ(last().counters.removals, 0U);
}

TEST_F(IdentificationTest, AByteOfAFixedPageThatChangedIsTheSameModule) {
    make(image_a());
    run_to(seconds{20});
    cmis::MemoryMap changed = image_a();
    put(changed, cmis::upper(0x00, 190), {75});
    put_sff8636_sums(changed);
    module().replace(changed);
    run_to(seconds{40});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().insertion->number, 1U);
    EXPECT_EQ(last().insertion->identity_changes, 1U);
}

TEST_F(IdentificationTest, IdentityIsComparedAfterAFault) {
    make(image_a());
    run_to(seconds{5});
    access_->fault = drivers::Fault::nack;
    run_to(seconds{10});
    access_->fault.reset();
    access_->forget_reads();
    run_to(seconds{20});
    EXPECT_EQ(access_->reads_of(cmis::upper_page(0x00)), 1U);
}

TEST_F(IdentificationTest, WithoutAPresenceLineIdentityIsComparedInEachCycle) {
    make(image_a(), true, false);
    step();
    access_->forget_reads();
    run_to(seconds{20});
    EXPECT_EQ(access_->reads_of(cmis::upper_page(0x00)), 2U);
}

TEST_F(IdentificationTest, APageThatIsAdvertisedButNeverShownIsDoneWithout) {
    cmis::MemoryMap image = image_a();
    image.erase(cmis::upper_page(0x03));  // byte 2 still says that memory is paged
    make(image);
    step();
    EXPECT_EQ(last().state, PortState::initializing);
    run_to(seconds{3});
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_FALSE(last().insertion->module.thresholds.temperature);
    EXPECT_EQ(last().live->temperature, cmis::Celsius{41.5});
}

}  // namespace opticward::test
