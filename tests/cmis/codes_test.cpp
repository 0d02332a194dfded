#include "cmis/codes.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace opticward::cmis {
namespace {

TEST(CodesTest, NamesIdentifiersAndConnectors) {
    EXPECT_EQ(name(CodeTable::identifier, 0x11), "QSFP28 or later");
    EXPECT_EQ(name(CodeTable::identifier, 0x18), "QSFP-DD Double Density 8X (INF-8628)");
    EXPECT_EQ(name(CodeTable::identifier, 0x1E), "QSFP+ or later with CMIS");
    EXPECT_EQ(name(CodeTable::connector, 12), "MPO 1x12");
    EXPECT_EQ(name(CodeTable::connector, 0x23), "No separable connector");
}

TEST(CodesTest, NamesInterfacesWithoutTheirClause) {
    EXPECT_EQ(name(CodeTable::host_interface, 0x0F), "200GAUI-4 C2M");
    EXPECT_EQ(name(CodeTable::media_smf, 24), "200GBASE-FR4");
    EXPECT_EQ(name(CodeTable::host_interface, 0x41), "CAUI-4 C2M without FEC");
    EXPECT_EQ(name(CodeTable::extended_compliance, 0x25), "100GBASE-DR, CAUI-4 (no FEC)");
    EXPECT_EQ(find(CodeTable::host_interface, 0x0F)->note, "Annex 120E");
}

TEST(CodesTest, TellsSfpAndQsfpEncodingsApart) {
    EXPECT_EQ(name(CodeTable::encoding_sff8636, 5), "64B/66B");
    EXPECT_EQ(name(CodeTable::encoding_sff8472, 5), "SONET scrambled");
    EXPECT_EQ(name(CodeTable::encoding_sff8472, 6), "64B/66B");
    EXPECT_EQ(name(CodeTable::encoding_sff8636, 8), "PAM4");
}

TEST(CodesTest, NamesTheRevisionOfTheMemoryMap) {
    EXPECT_EQ(name(CodeTable::revision_compliance_sff8636, 8), "SFF-8636 2.8-2.10");
    EXPECT_EQ(name(CodeTable::revision_compliance_sff8636, 9), "Unknown (0x09)");
}

TEST(CodesTest, NumbersTheBitsOfSeveralBytesInARow) {
    EXPECT_EQ(name(CodeTable::compliance_bit, (131 - 131) * 8 + 7), "Extended: see byte 192");
    EXPECT_EQ(name(CodeTable::compliance_bit, (133 - 131) * 8 + 6), "SAS 12.0 Gb/s");
    EXPECT_EQ(name(CodeTable::compliance_bit, (138 - 131) * 8 + 0), "FC speed 100 MB/s");
    EXPECT_EQ(find(CodeTable::compliance_bit, (135 - 131) * 8 + 2), nullptr);
}

TEST(CodesTest, TakesTheHighBitsOfByte164AsHintsOnly) {
    EXPECT_EQ(find(CodeTable::infiniband_bit, 5)->family, Family::infiniband);
    EXPECT_EQ(find(CodeTable::infiniband_bit, 5)->rate_gbps, 200);
    EXPECT_EQ(find(CodeTable::infiniband_bit, 6)->family, Family::infiniband_hint);
    EXPECT_EQ(find(CodeTable::infiniband_bit, 7)->family, Family::infiniband_hint);
}

TEST(CodesTest, FollowsTheJudgedDisagreements) {
    EXPECT_EQ(name(CodeTable::media_smf, 0x93), "400G-FR4-LPO");
    EXPECT_EQ(name(CodeTable::media_smf, 0x02), "10GBASE-EW");
    EXPECT_EQ(name(CodeTable::host_interface, 0x1E), "200GBASE-CR1");
    EXPECT_EQ(name(CodeTable::host_interface, 0x24), "Reserved (0x24)");
    EXPECT_EQ(name(CodeTable::host_interface, 0x31), "IB HDR");
    EXPECT_EQ(name(CodeTable::extended_compliance, 0x2D), "100G-ER1-30 MSA, CAUI-4 (no FEC)");
    EXPECT_EQ(name(CodeTable::extended_compliance, 0x50), "Reserved (0x50)");
    EXPECT_EQ(find(CodeTable::media_smf, 0x98)->family, Family::vendor);
}

TEST(CodesTest, StatesRateAndLanes) {
    const CodeRow* aui = find(CodeTable::host_interface, 0x51);
    ASSERT_NE(aui, nullptr);
    EXPECT_EQ(aui->rate_gbps, 800);
    EXPECT_EQ(aui->lanes, 8);
    const CodeRow* fdr = find(CodeTable::host_interface, 0x2F);
    ASSERT_NE(fdr, nullptr);
    EXPECT_EQ(fdr->rate_gbps, 14.0625);
    EXPECT_EQ(fdr->lanes, 0);
}

TEST(CodesTest, KeepsTheNumberOfAnUnknownCode) {
    const Code<CodeTable::host_interface> code{0x7F};
    EXPECT_EQ(find(code), nullptr);
    EXPECT_EQ(name(code), "Unknown (0x7f)");
    EXPECT_EQ(family(code), Family::none);
    EXPECT_EQ(code.value, 0x7F);
}

TEST(CodesTest, NamesARangeWithItsNumber) {
    EXPECT_EQ(name(CodeTable::media_mmf, 0xC0), "Vendor specific (0xc0)");
    EXPECT_EQ(name(CodeTable::media_mmf, 0xFF), "Vendor specific (0xff)");
    EXPECT_EQ(name(CodeTable::host_interface, 0xFE), "Vendor specific (0xfe)");
    EXPECT_EQ(name(CodeTable::host_interface, 0xFF), "End of list");
    EXPECT_EQ(name(CodeTable::media_mmf, 0xBF), "Unknown (0xbf)");
}

TEST(CodesTest, PrefersACodeOfItsOwnToTheRangeAroundIt) {
    EXPECT_EQ(name(CodeTable::media_smf, 0xC0), "Vendor specific (0xc0)");
    EXPECT_EQ(name(CodeTable::media_smf, 0xC1), "(vendor) FBOSS 800G FR8");
    EXPECT_EQ(name(CodeTable::media_smf, 0xF6), "Vendor specific (0xf6)");
    EXPECT_EQ(name(CodeTable::media_smf, 0xF7), "(vendor) FBOSS ZR vendor custom");
}

TEST(CodesTest, FindsACodeByItsNameInAnyCase) {
    EXPECT_EQ(code_by_name(CodeTable::connector, "mpo 1X12"), 0x0C);
    EXPECT_EQ(code_by_name(CodeTable::media_smf, "200GBASE-FR4"), 0x18);
    EXPECT_EQ(code_by_name(CodeTable::infiniband_bit, "InfiniBand HDR"), 5);
}

TEST(CodesTest, FindsNoCodeForAnUnknownOrSharedName) {
    EXPECT_EQ(code_by_name(CodeTable::connector, "MPO"), std::nullopt);
    EXPECT_EQ(code_by_name(CodeTable::connector, ""), std::nullopt);
    EXPECT_EQ(code_by_name(CodeTable::host_interface, "Reserved"), std::nullopt);
    EXPECT_EQ(code_by_name(CodeTable::media_mmf, "Vendor specific"), std::nullopt);
}

TEST(CodesTest, GivesTheFamilyOfACodedByte) {
    EXPECT_EQ(family(Code<CodeTable::host_interface>{0x30}), Family::infiniband);
    EXPECT_EQ(family(Code<CodeTable::extended_compliance>{0x40}), Family::ethernet);
    EXPECT_EQ(family(Code<CodeTable::extended_compliance>{0x80}), Family::fibre_channel);
    EXPECT_EQ(family(Code<CodeTable::extended_compliance>{0x13}), Family::otn);
    EXPECT_EQ(family(Code<CodeTable::identifier>{0x1A}), Family::sfp_dd_mis);
}

TEST(CodesTest, GivesNothingForATableThatDoesNotExist) {
    EXPECT_TRUE(rows(static_cast<CodeTable>(0xEE)).empty());
    EXPECT_EQ(name(static_cast<CodeTable>(0xEE), 1), "Unknown (0x01)");
}

// --- The reference tables, where they are at hand

struct ReferenceTable {
    CodeTable table;
    const char* file;
    std::size_t codes;  // how many of the 256 have a name, ranges counted code by code
};

constexpr ReferenceTable reference_tables[] = {
    {CodeTable::identifier, "identifiers", 43},
    {CodeTable::connector, "connectors", 23},
    {CodeTable::encoding_sff8636, "encodings_sff8636", 9},
    {CodeTable::encoding_sff8472, "encodings_sff8472", 9},
    {CodeTable::extended_compliance, "ext_spec_compliance_byte192", 256},
    {CodeTable::compliance_bit, "sff8636_compliance_131_138", 47},
    {CodeTable::infiniband_bit, "sff8636_ext_module_byte164", 8},
    {CodeTable::revision_compliance_sff8636, "sff8636_revision_byte1", 9},
    {CodeTable::transmitter_technology_sff8636, "sff8636_transmitter_tech_byte147", 16},
    {CodeTable::host_interface, "cmis_host_interface_ids", 184},
    {CodeTable::media_mmf, "cmis_media_mmf_850nm", 102},
    {CodeTable::media_smf, "cmis_media_smf", 208},
    {CodeTable::media_passive_copper, "cmis_media_passive_copper", 68},
    {CodeTable::media_active_cable, "cmis_media_active_cable", 70},
    {CodeTable::media_base_t, "cmis_media_base_t", 72},
    {CodeTable::media_type, "cmis_media_type_byte85", 256},
    {CodeTable::media_technology_cmis, "cmis_media_tech_00h_212", 21},
    {CodeTable::duration, "cmis_state_duration_codes", 16},
    {CodeTable::vdm_observable, "cmis_vdm_observables", 96},
};

const std::map<std::string, Family>& families() {
    static const std::map<std::string, Family> words{
        {"", Family::none},
        {"none", Family::none},
        {"eth", Family::ethernet},
        {"ib", Family::infiniband},
        {"ib?", Family::infiniband_hint},
        {"fc", Family::fibre_channel},
        {"otn", Family::otn},
        {"sonet", Family::sonet},
        {"sas", Family::sas},
        {"cpri", Family::cpri},
        {"pcie", Family::pcie},
        {"pon", Family::pon},
        {"coherent", Family::coherent},
        {"optical", Family::optical},
        {"mmf", Family::mmf},
        {"smf", Family::smf},
        {"copper", Family::copper},
        {"copper-passive", Family::passive_copper},
        {"copper-active", Family::active_copper},
        {"active-cable", Family::active_cable},
        {"cable", Family::cable},
        {"base-t", Family::base_t},
        {"loopback", Family::loopback},
        {"cmis", Family::cmis},
        {"vendor-cmis", Family::vendor_cmis},
        {"sff8636", Family::sff8636},
        {"sff8636-compatible", Family::sff8636_compatible},
        {"sff8472", Family::sff8472},
        {"sff8472-like", Family::sff8472_like},
        {"inf8077i", Family::inf8077i},
        {"sfpdd-mis", Family::sfp_dd_mis},
        {"vdm-none", Family::vdm_none},
        {"vdm-basic", Family::vdm_basic},
        {"vdm-statistic", Family::vdm_statistic},
        {"ext", Family::extended},
        {"escape", Family::escape},
        {"other", Family::other},
        {"unknown", Family::unknown},
        {"vendor", Family::vendor},
    };
    return words;
}

std::filesystem::path reference_folder() {
    const char* shared = std::getenv("OPTICWARD_SHARED");
    const std::filesystem::path root = shared != nullptr
                                           ? std::filesystem::path{shared}
                                           : std::filesystem::path{OPTICWARD_SOURCE_DIR} / ".." / "shared";
    return root / "reference" / "code_tables";
}

// The cells of one line of CSV; a quoted cell may hold commas and doubled quotes.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char character = line[at];
        if (character == '"' && quoted && at + 1 < line.size() && line[at + 1] == '"') {
            cells.back() += '"';
            ++at;
        } else if (character == '"') {
            quoted = !quoted;
        } else if (character == ',' && !quoted) {
            cells.emplace_back();
        } else if (character != '\r') {
            cells.back() += character;
        }
    }
    return cells;
}

unsigned long code_of(CodeTable table, const std::string& text) {
    const std::size_t point = text.find('.');
    if (point == std::string::npos) return std::stoul(text, nullptr, 0);
    const unsigned long byte = std::stoul(text.substr(0, point));
    const unsigned long bit = std::stoul(text.substr(point + 1));
    return table == CodeTable::compliance_bit ? (byte - 131) * 8 + bit : bit;
}

// The reference names without the clause, which our rows carry as a note.
std::string without_clause(std::string text) {
    for (const std::string opening : {" (Clause ", " (Annex ", " (IBTA "}) {
        const std::size_t from = text.find(opening);
        if (from != std::string::npos) text.erase(from, text.find(')', from) + 1 - from);
    }
    return text;
}

// Names that the contract of our JSON, or the judgement of a disagreement, sets.
bool named_by_ourselves(CodeTable table, unsigned long code) {
    return table == CodeTable::revision_compliance_sff8636 || (table == CodeTable::identifier && code == 0x11) ||
           (table == CodeTable::host_interface && (code == 0x24 || code == 0xFF));
}

// For the test's name: without it the address of the string would be part of it.
void PrintTo(const ReferenceTable& table, std::ostream* out) {  // NOLINT(readability-identifier-naming): GoogleTest's
    *out << table.file;
}

class ReferenceCodesTest : public testing::TestWithParam<ReferenceTable> {};

TEST_P(ReferenceCodesTest, HasEveryRowOfTheReferenceAndNoOther) {
    const CodeTable table = GetParam().table;
    std::ifstream file{reference_folder() / (std::string{GetParam().file} + ".csv")};
    if (!file) GTEST_SKIP() << "no reference tables here";
    std::map<unsigned long, std::vector<std::string>> expected;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const auto cells = cells_of(line);
        ASSERT_EQ(cells.size(), 7U) << line;
        const std::size_t dash = cells[1].find('-');
        const unsigned long first = code_of(table, cells[1].substr(0, dash));
        const unsigned long last = dash == std::string::npos ? first : code_of(table, cells[1].substr(dash + 1));
        for (unsigned long code = first; code <= last; ++code) {
            // A code of its own goes before the range around it.
            if (dash == std::string::npos || !expected.contains(code)) expected[code] = cells;
        }
    }
    EXPECT_EQ(expected.size(), GetParam().codes);
    for (unsigned long code = 0; code < 256; ++code) {
        SCOPED_TRACE(code);
        const CodeRow* row = find(table, static_cast<std::uint8_t>(code));
        ASSERT_EQ(row != nullptr, expected.contains(code));
        if (row == nullptr) continue;
        const auto& cells = expected[code];
        if (!named_by_ourselves(table, code)) {
            EXPECT_EQ(row->name, without_clause(cells[2]));
        }
        EXPECT_EQ(row->family, families().at(cells[3]));
        EXPECT_EQ(row->rate_gbps, cells[4].empty() ? 0.0 : std::stod(cells[4]));
        EXPECT_EQ(row->lanes, cells[5].empty() || cells[5] == "n" ? 0U : std::stoul(cells[5]));
        if (cells[6].contains("type=") || cells[6].contains("upper_bound_ms=")) {
            EXPECT_EQ(row->note, cells[6]);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllTables, ReferenceCodesTest, testing::ValuesIn(reference_tables),
                         [](const auto& parameter) { return std::string{parameter.param.file}; });

}  // namespace
}  // namespace opticward::cmis
