#include "cmis/pmd.h"

#include "cmis/codes.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace opticward::cmis {
namespace {

std::string pmd_name(std::string_view code_name) {
    const Pmd* pmd = find_pmd(code_name);
    return pmd == nullptr ? "" : std::string{pmd->name};
}

// The names of the codes of a table that mean light, "0x41 SR4".
std::vector<std::string> found_in(CodeTable table) {
    std::vector<std::string> found;
    for (const CodeRow& row : rows(table)) {
        if (find_pmd(row.name) != nullptr) {
            found.push_back(std::string{row.name} + ": " + pmd_name(row.name));
        }
    }
    return found;
}

// protocol_mode.md, M23 and behind the table: SR4 OM3 70, OM4 100, OM5 100 m.
TEST(PmdTest, ShortReachOf200GIsAsLongAs802_3Says) {
    EXPECT_EQ(*find_pmd("200GBASE-SR4"), (Pmd{.name = "SR4",
                                              .rate_gbps = 200,
                                              .fibre = FibreKind::multimode,
                                              .grid = Grid::short_wave,
                                              .fibre_pairs = 4,
                                              .om3 = 70,
                                              .om4 = 100,
                                              .om5 = 100,
                                              .os2 = 0}));
}

TEST(PmdTest, LongReachesOf200GAreAsLongAsTheNotesSay) {
    EXPECT_EQ(find_pmd("200GBASE-DR4")->os2, 500);
    EXPECT_EQ(find_pmd("200GBASE-FR4")->os2, 2000);
    EXPECT_EQ(find_pmd("200GBASE-LR4")->os2, 10000);
    EXPECT_EQ(find_pmd("200GBASE-FR4")->om4, 0);
}

TEST(PmdTest, LettersThatAreAlikeHaveTheReachOfTheirSpeed) {
    EXPECT_EQ(find_pmd("40GBASE-SR4")->om4, 150);
    EXPECT_EQ(find_pmd("100GBASE-SR4")->om4, 100);
    EXPECT_EQ(find_pmd("400GBASE-SR4")->om3, 60);
    EXPECT_EQ(find_pmd("400GBASE-SR4.2 (400GE BiDi)")->om5, 150);
}

TEST(PmdTest, GridsThatDoNotReceiveEachOtherAreToldApart) {
    EXPECT_EQ(find_pmd("200GBASE-DR4")->grid, Grid::parallel);
    EXPECT_EQ(find_pmd("200GBASE-FR4")->grid, Grid::cwdm);
    EXPECT_EQ(find_pmd("200GBASE-LR4")->grid, Grid::lan_wdm);
    EXPECT_EQ(find_pmd("40GBASE-LR4")->grid, Grid::cwdm);
    EXPECT_EQ(find_pmd("100GBASE-LR4")->grid, Grid::lan_wdm);
    EXPECT_EQ(find_pmd("100GBASE-DR")->grid, Grid::single);
}

TEST(PmdTest, DuplexAndParallelFibresAreCounted) {
    EXPECT_EQ(find_pmd("400GBASE-DR4")->fibre_pairs, 4U);
    EXPECT_EQ(find_pmd("400GBASE-FR4")->fibre_pairs, 1U);
    EXPECT_EQ(find_pmd("800GBASE-DR8")->fibre_pairs, 8U);
    EXPECT_EQ(find_pmd("100G PSM4 MSA")->fibre_pairs, 4U);
}

TEST(PmdTest, NamesOfByte192AreFound) {
    EXPECT_EQ(pmd_name("100GBASE-SR4 or 25GBASE-SR"), "SR4");
    EXPECT_EQ(pmd_name("100G CWDM4"), "CWDM4");
    EXPECT_EQ(pmd_name("100G PSM4 parallel SMF"), "PSM4");
    EXPECT_EQ(pmd_name("100G CLR4"), "CLR4");
    EXPECT_EQ(pmd_name("100G PAM4 BiDi"), "BiDi");
    EXPECT_EQ(pmd_name("4WDM-20 MSA (20 km)"), "4WDM-20");
    EXPECT_EQ(pmd_name("100G-FR or 100GBASE-FR1, CAUI-4 (no FEC)"), "FR");
    EXPECT_EQ(pmd_name("100G-LR1-20 MSA, CAUI-4 (no FEC)"), "LR1-20");
}

TEST(PmdTest, OfSeveralNamesTheFastestCounts) {
    EXPECT_EQ(find_pmd("50GBASE-SR, 100GBASE-SR2 or 200GBASE-SR4")->rate_gbps, 200);
    EXPECT_EQ(pmd_name("50GBASE-FR or 200GBASE-DR4"), "DR4");
    EXPECT_EQ(pmd_name("100GBASE-FR1 or 400GBASE-DR4-2"), "DR4-2");
    EXPECT_EQ(find_pmd("100GBASE-SR1, 200GBASE-SR2 or 400GBASE-SR4")->rate_gbps, 400);
}

TEST(PmdTest, NamesOfCmisMediaAreFound) {
    EXPECT_EQ(pmd_name("400G-FR4/400GBASE-FR4"), "FR4");
    EXPECT_EQ(pmd_name("400G-LR4-10"), "LR4-10");
    EXPECT_EQ(pmd_name("100G 4WDM-40 MSA"), "4WDM-40");
    EXPECT_EQ(pmd_name("100G CWDM4-OCP"), "CWDM4-OCP");
    EXPECT_EQ(pmd_name("40GE SWDM4 MSA"), "SWDM4");
    EXPECT_EQ(pmd_name("100GE BiDi"), "BiDi");
    EXPECT_EQ(pmd_name("400G-DR4-LPO"), "DR4");
    EXPECT_EQ(find_pmd("1.6TBASE-DR8-2")->rate_gbps, 1600);
}

TEST(PmdTest, CopperAndHostInterfacesAreNone) {
    for (const char* name :
         {"200GBASE-CR4", "50GBASE-CR, 100GBASE-CR2 or 200GBASE-CR4", "200GAUI-4 C2M", "400GAUI-8 C2M", "100GBASE-KR4",
          "AOC with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M (worst BER 1e-6)",
          "ACC with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M (worst BER 1e-6)", "25GBASE-CR CA-25G-S or 50GBASE-CR2",
          "IB HDR", "Copper cable", "10GBASE-T", "XLPPI", ""}) {
        EXPECT_EQ(pmd_name(name), "") << name;
    }
}

TEST(PmdTest, PartsOfLongerWordsAreNone) {
    for (const char* name : {"800G-SR4.2", "10G-LR-BiDi", "100GBASE-SR4X", "X100GBASE-SR4", "0.100GBASE-SR4", "SR4",
                             "400GBASE-SR16", "4 x 10GBASE-SR", "400ZR, DWDM, amplified", "200G 1550 nm PSM4"}) {
        EXPECT_EQ(pmd_name(name), "") << name;
    }
}

TEST(PmdTest, NoHostInterfaceAndNoCableHasAPmd) {
    for (const CodeTable table : {CodeTable::host_interface, CodeTable::media_passive_copper,
                                  CodeTable::media_active_cable, CodeTable::media_base_t, CodeTable::infiniband_bit}) {
        EXPECT_EQ(found_in(table), std::vector<std::string>{});
    }
}

TEST(PmdTest, OfTheBitsOfBytes131To138TheOpticalEthernetOnesHaveOne) {
    EXPECT_EQ(found_in(CodeTable::compliance_bit),
              (std::vector<std::string>{"40GBASE-LR4: LR4", "40GBASE-SR4: SR4", "10GBASE-SR: SR", "10GBASE-LR: LR",
                                        "10GBASE-LRM: LRM"}));
}

TEST(PmdTest, MultimodeAndSingleModeMediaHaveRowsOfTheirFibre) {
    for (const CodeRow& row : rows(CodeTable::media_mmf)) {
        const Pmd* pmd = find_pmd(row.name);
        EXPECT_TRUE(pmd == nullptr || pmd->fibre == FibreKind::multimode) << row.name;
        EXPECT_TRUE(pmd == nullptr || pmd->rate_gbps == row.rate_gbps) << row.name;
    }
    for (const CodeRow& row : rows(CodeTable::media_smf)) {
        const bool misplaced = row.name == "10G-SR" || row.name == "25G-SR";  // so in SFF-8024 itself
        const Pmd* pmd = find_pmd(row.name);
        EXPECT_TRUE(pmd == nullptr || misplaced || pmd->fibre == FibreKind::single_mode) << row.name;
        EXPECT_TRUE(pmd == nullptr || pmd->rate_gbps == row.rate_gbps) << row.name;
    }
}

TEST(PmdTest, EveryRowIsFoundByItsOwnNameAndReachesSomewhere) {
    for (const Pmd& pmd : pmds()) {
        const std::string name =
            pmd.rate_gbps == 1600 ? "1.6TBASE-" + std::string{pmd.name}
                                  : std::to_string(static_cast<int>(pmd.rate_gbps)) + "GBASE-" + std::string{pmd.name};
        EXPECT_EQ(find_pmd(name), &pmd) << name;
        EXPECT_EQ(pmd.fibre == FibreKind::multimode, pmd.om3 > 0) << name;
        EXPECT_EQ(pmd.fibre == FibreKind::single_mode, pmd.os2 > 0) << name;
    }
}

TEST(PmdTest, GridsHaveNamesForPeople) {
    EXPECT_EQ(text(Grid::short_wave), "850 nm, parallel");
    EXPECT_EQ(text(Grid::cwdm), "1310 nm, CWDM");
    EXPECT_EQ(text(Grid::dwdm), "1550 nm, coherent");
}

}  // namespace
}  // namespace opticward::cmis
