#include "cmis/protocol.h"

#include "cmis/codec.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::cmis {
namespace {

using Texts = std::vector<std::string>;
using test::image_a;
using test::image_b;
using test::image_b2;
using test::image_c;
using test::image_c2;
using test::put;
using test::put_text;

TEST(ProtocolTest, ByteOneHundredSixtyFourDeclaresInfiniBand) {
    const Declaration declaration = declare(decode(image_b()));
    EXPECT_TRUE(declaration[Protocol::infiniband].declared);
    EXPECT_EQ(declaration[Protocol::infiniband].speeds, (Texts{"EDR", "HDR"}));
    EXPECT_EQ(declaration[Protocol::infiniband].evidence, (Texts{"byte 164 = 0x30 (EDR, HDR)"}));
    EXPECT_FALSE(declaration[Protocol::ethernet].declared);
    EXPECT_TRUE(declaration[Protocol::ethernet].evidence.empty());
}

TEST(ProtocolTest, CableWithBothCodesDeclaresBoth) {
    const Declaration declaration = declare(decode(image_b2()));
    EXPECT_TRUE(declaration[Protocol::infiniband].declared);
    EXPECT_TRUE(declaration[Protocol::ethernet].declared);
    EXPECT_FALSE(declaration[Protocol::ethernet].weak);
}

TEST(ProtocolTest, OpticOfAnEthernetCodeDeclaresEthernetOnly) {
    const Declaration declaration = declare(decode(image_a()));
    EXPECT_TRUE(declaration[Protocol::ethernet].declared);
    EXPECT_FALSE(declaration[Protocol::infiniband].declared);
}

// T1, last row but one.
TEST(ProtocolTest, Byte192WithoutBit131_7IsWeakEvidence) {
    MemoryMap memory = image_b2();
    put(memory, upper(0x00, 131), {0x00});
    put(memory, upper(0x00, 164), {0x00});
    const Declaration declaration = declare(decode(memory));
    EXPECT_TRUE(declaration[Protocol::ethernet].declared);
    EXPECT_TRUE(declaration[Protocol::ethernet].weak);
    EXPECT_FALSE(declaration[Protocol::infiniband].declared);
}

TEST(ProtocolTest, CertainEvidenceBesideWeakIsNotWeak) {
    MemoryMap memory = image_b2();
    put(memory, upper(0x00, 131), {0x08});  // 40GBASE-CR4, bit 7 clear
    EXPECT_FALSE(declare(decode(memory))[Protocol::ethernet].weak);
}

TEST(ProtocolTest, NoCodesDeclareNothing) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 164), {0x00});
    EXPECT_FALSE(declare(decode(memory)).any());
}

TEST(ProtocolTest, Byte192OfAnotherFamilyIsNoEthernet) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 131), {0x80});
    put(memory, upper(0x00, 192), {0x80});  // 64GFC
    const Declaration declaration = declare(decode(memory));
    EXPECT_FALSE(declaration[Protocol::ethernet].declared);
    EXPECT_TRUE(declaration[Protocol::fibre_channel].declared);
}

TEST(ProtocolTest, GigabitEthernetBitsCountAndFibreChannelMediaBitsDoNot) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 134), {0x02});              // 1000BASE-LX
    put(memory, upper(0x00, 135), {0x02, 0x40, 0x01});  // technology, technology, medium
    const Declaration declaration = declare(decode(memory));
    EXPECT_EQ(declaration[Protocol::ethernet].evidence, (Texts{"byte 134 = 0x02 (1000BASE-LX)"}));
    EXPECT_FALSE(declaration[Protocol::fibre_channel].declared);
}

TEST(ProtocolTest, ReservedBitsOf164CountUnderNvidiasNameOnly) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 164), {0x40});
    EXPECT_FALSE(declare(decode(memory))[Protocol::infiniband].declared);
    EXPECT_EQ(declare(decode(memory))[Protocol::infiniband].evidence, (Texts{"byte 164 = 0x40 (reserved bits only)"}));

    put_text(memory, upper(0x00, 148), 16, "NVIDIA");
    EXPECT_EQ(declare(decode(memory))[Protocol::infiniband].speeds, (Texts{"NDR"}));
}

TEST(ProtocolTest, EveryApplicationOfCmisIsEvidence) {
    const Declaration declaration = declare(decode(image_c()));
    EXPECT_EQ(declaration[Protocol::infiniband].speeds, (Texts{"EDR", "HDR"}));
    EXPECT_EQ(declaration[Protocol::infiniband].evidence,
              (Texts{"application 1 = 0x31 (IB HDR)", "application 2 = 0x30 (IB EDR)"}));
    EXPECT_FALSE(declaration[Protocol::ethernet].declared);
}

TEST(ProtocolTest, EthernetApplicationsOfCmisDeclareEthernet) {
    const Declaration declaration = declare(decode(image_c2()));
    EXPECT_TRUE(declaration[Protocol::ethernet].declared);
    EXPECT_FALSE(declaration[Protocol::infiniband].declared);
}

TEST(ProtocolTest, PaddingBehindTheListIsNoEvidence) {
    MemoryMap memory = image_c();
    put(memory, lower(90), {0xFF, 0x00, 0x00, 0x00, 0x0F, 0x0E, 0x44, 0x01});
    const Declaration declaration = declare(decode(memory));
    EXPECT_EQ(declaration[Protocol::infiniband].speeds, (Texts{"HDR"}));
    EXPECT_FALSE(declaration[Protocol::ethernet].declared);
}

TEST(ProtocolTest, OuiOfMellanoxIsNoEvidence) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 165), {0x00, 0x02, 0xC9});
    EXPECT_FALSE(declare(decode(memory))[Protocol::infiniband].declared);
}

TEST(ProtocolTest, PassiveCopperIsKnownByItsTechnology) {
    EXPECT_TRUE(passive_copper(decode(image_b())));
    EXPECT_FALSE(passive_copper(decode(image_a())));
}

}  // namespace
}  // namespace opticward::cmis
