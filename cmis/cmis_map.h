// What the CMIS field tables share: how lanes are packed, and the tables of CMIS 5.0 that the rows cite.
#pragma once

#include "cmis/field.h"
#include "cmis/module.h"

#include <string_view>

namespace opticward::cmis {

namespace cmis_map {

inline constexpr unsigned lanes = lanes_per_bank;
inline constexpr Packing bit_per_lane{};
inline constexpr Packing nibble_per_lane{.width = 4, .stride = 4};
inline constexpr Packing two_bits_per_lane{.width = 2, .stride = 2};
// DPConfig bytes: AppSelCode 7-4, DataPathID 3-1, ExplicitControl 0.
inline constexpr Packing application{.width = 4, .stride = 8, .first = 4};
inline constexpr Packing data_path{.width = 3, .stride = 8, .first = 1};
inline constexpr Packing explicit_control{.width = 1, .stride = 8, .first = 0};
// Application descriptors: lane counts share a byte.
inline constexpr Packing host_count{.width = 4, .stride = 32, .first = 4};
inline constexpr Packing media_count{.width = 4, .stride = 32, .first = 0};

inline constexpr std::string_view management = "CMIS 8.2.1, table 8-4";
inline constexpr std::string_view status = "CMIS table 8-5, 8-6";
inline constexpr std::string_view flags = "CMIS table 8-8";
inline constexpr std::string_view monitors = "CMIS table 8-9";
inline constexpr std::string_view controls = "CMIS table 8-10";
inline constexpr std::string_view masks = "CMIS table 8-11";
inline constexpr std::string_view cdb_status = "CMIS table 8-12";
inline constexpr std::string_view firmware = "CMIS table 8-14";
inline constexpr std::string_view fault = "CMIS table 8-15";
inline constexpr std::string_view media_type = "CMIS table 8-20";
inline constexpr std::string_view applications = "CMIS table 8-21, 8-22";
inline constexpr std::string_view page_00h = "CMIS table 8-24";
inline constexpr std::string_view page_00h_power = "CMIS table 8-29";
inline constexpr std::string_view page_00h_media = "CMIS table 8-30 to 8-35";
inline constexpr std::string_view page_01h = "CMIS table 8-37";
inline constexpr std::string_view lengths = "CMIS table 8-39";
inline constexpr std::string_view wavelength = "CMIS table 8-40";
inline constexpr std::string_view pages = "CMIS table 8-41";
inline constexpr std::string_view characteristics = "CMIS table 8-42 to 8-44";
inline constexpr std::string_view control_options = "CMIS table 8-45";
inline constexpr std::string_view flag_options = "CMIS table 8-46";
inline constexpr std::string_view monitor_options = "CMIS table 8-47";
inline constexpr std::string_view signal_integrity = "CMIS table 8-48";
inline constexpr std::string_view cdb = "CMIS table 8-49";
inline constexpr std::string_view durations = "CMIS table 8-50";
inline constexpr std::string_view page_02h = "CMIS table 8-53, 8-54";
inline constexpr std::string_view page_10h = "CMIS table 8-60 to 8-67";
inline constexpr std::string_view lane_masks = "CMIS table 8-68";
inline constexpr std::string_view lane_status = "CMIS table 8-69 to 8-71";
inline constexpr std::string_view lane_flags = "CMIS table 8-72 to 8-74";
inline constexpr std::string_view lane_monitors = "CMIS table 8-75";
inline constexpr std::string_view configuration = "CMIS table 8-76";
inline constexpr std::string_view active_set = "CMIS table 8-77 to 8-80";
inline constexpr std::string_view lane_mapping = "CMIS table 8-81";

}  // namespace cmis_map

}  // namespace opticward::cmis
