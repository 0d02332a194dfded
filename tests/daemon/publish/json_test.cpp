#include "daemon/publish/json.h"

#include "cmis/codec.h"
#include "cmis/properties.h"

#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace opticward::daemon {
namespace {

using cmis::Array;
using cmis::Object;

TEST(JsonTest, KeepsTheOrderOfKeys) {
    EXPECT_EQ(to_json(Object{{"zebra", 1}, {"ant", true}, {"list", Array{"a", 2.5}}}, JsonStyle::compact),
              R"({"zebra":1,"ant":true,"list":["a",2.5]})");
}

TEST(JsonTest, PrettyFormIsIndentedByTwo) {
    EXPECT_EQ(to_json(Object{{"a", 1}}, JsonStyle::pretty), "{\n  \"a\": 1\n}");
}

TEST(JsonTest, NumbersAreTheShortestThatComeBack) {
    EXPECT_EQ(to_json(Array{0.0004032, 8.5e-07, 41.5}, JsonStyle::compact), "[0.0004032,8.5e-07,41.5]");
}

TEST(JsonTest, NumbersThatAreNotFiniteAreLeftOut) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(to_json(Object{{"a", infinity}, {"b", Array{nan, 1}}, {"c", 2}}, JsonStyle::compact),
              R"({"b":[1],"c":2})");
}

TEST(JsonTest, BytesThatAreNoUtf8AreReplaced) {
    EXPECT_EQ(to_json(Array{"F\xBE\xFF"}, JsonStyle::compact), "[\"F\xEF\xBF\xBD\xEF\xBF\xBD\"]");
}

TEST(JsonTest, ControlCharactersAndQuotesAreEscaped) {
    EXPECT_EQ(to_json(Array{"\"\\\n1"}, JsonStyle::compact), R"(["\"\\\n1"])");
}

TEST(JsonTest, FileStandsInFront) {
    EXPECT_EQ(to_json(with_file("a.txt", Object{{"readable", true}}), JsonStyle::compact),
              R"({"file":"a.txt","readable":true})");
}

using Json = nlohmann::json;

// The closed sets of the contract.
const std::set<std::string> module_states{"low_power", "powering_up", "ready", "powering_down", "fault", "unknown"};
const std::set<std::string> data_path_states{"deactivated", "initializing", "deinitializing", "activated",
                                             "tx_turn_on",  "tx_turn_off",  "initialized",    "none"};
const std::set<std::string> media_types{"optical", "passive_copper", "active_copper", "base_t", "unknown"};
const std::set<std::string> checksum_values{"ok", "bad", "absent"};

std::set<std::string> levels_of(std::initializer_list<std::string> monitors, std::set<std::string> flags) {
    for (const std::string& monitor : monitors) {
        for (const char* level : {"_high_alarm", "_high_warning", "_low_warning", "_low_alarm"}) {
            flags.insert(monitor + level);
        }
    }
    return flags;
}
const std::set<std::string> lane_flags = levels_of(
    {"rx_power", "tx_power", "tx_bias"}, {"rx_los", "tx_los", "rx_lol", "tx_lol", "tx_fault", "tx_adaptive_eq_fault",
                                          "data_path_state_changed", "rx_output_changed"});
const std::set<std::string> module_flags =
    levels_of({"temperature", "supply_voltage", "aux1", "aux2", "aux3", "custom"},
              {"module_state_changed", "module_firmware_fault", "data_path_firmware_fault", "initialization_complete",
               "data_not_ready"});

bool holds_null(const Json& json) {
    return json.is_null() || (json.is_structured() && std::ranges::any_of(json, holds_null));
}

void expect_in(const std::set<std::string>& closed, const Json& value) {
    EXPECT_TRUE(closed.contains(value.get<std::string>())) << value;
}

void expect_contract(const Json& module) {
    EXPECT_FALSE(holds_null(module)) << module;
    expect_in(media_types, module["media_type"]);
    expect_in(module_states, module.value("module_state", Json("ready")));
    for (const Json& value : module.value("checksums", Json::object())) {
        expect_in(checksum_values, value);
    }
    const Json monitors = module.value("monitors", Json::object());
    for (const Json& lane : monitors.value("lanes", Json::array())) {
        expect_in(data_path_states, lane.value("data_path_state", Json("none")));
    }
    const Json flags = module.value("flags", Json::object());
    for (const Json& flag : flags.value("module", Json::array())) {
        expect_in(module_flags, flag);
    }
    for (const Json& lane : flags.value("lanes", Json::array())) {
        for (const Json& flag : lane["set"]) {
            expect_in(lane_flags, flag);
        }
    }
}

// Bytes of no meaning behind an identifier that names a map.
cmis::MemoryMap random_memory(std::uint32_t seed, std::uint8_t identifier) {
    cmis::MemoryMap memory;
    for (const cmis::PageId id :
         {cmis::lower_memory, cmis::upper_page(0x00), cmis::upper_page(0x01), cmis::upper_page(0x02),
          cmis::upper_page(0x03), cmis::upper_page(0x10), cmis::upper_page(0x11), cmis::upper_page(0x11, 1)}) {
        for (std::uint8_t& byte : memory.at(id)) {
            seed = seed * 1664525U + 1013904223U;
            byte = static_cast<std::uint8_t>(seed >> 24U);
        }
    }
    memory.at(cmis::lower_memory)[0] = identifier;
    return memory;
}

TEST(JsonTest, AnyBytesOfAModuleGiveJsonOfTheContract) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        for (const std::uint8_t identifier : std::to_array<std::uint8_t>({0x0D, 0x11, 0x18, 0x1E})) {
            const cmis::MemoryMap memory = random_memory(seed, identifier);
            const std::string text = to_json(cmis::describe(cmis::decode(memory), memory), JsonStyle::compact);
            expect_contract(Json::parse(text));  // the parser refuses what is no UTF-8
        }
    }
}

}  // namespace
}  // namespace opticward::daemon
