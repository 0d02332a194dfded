// What the judge says to a person. One sentence each; numbers in the units that operators read, with their limits.
// Pure; safe from any thread.
#pragma once

#include "cmis/flags.h"
#include "daemon/judge/levels.h"
#include "daemon/judge/monitors.h"

#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon {

// Shortest text that gives the number back within six digits; never in the words of a locale.
std::string plain_number(double value);
std::string fixed_number(double value, int decimals);

// "70.1 C", "3.295 V", "7.00 mA", "-11.00 dBm".
std::string in_words(const MonitorRow& row, double value);

// "swp7", "swp7 lane 3"; the lane counts from 1.
std::string place(std::string_view port, std::optional<unsigned> lane);

std::string raised_sentence(const MonitorRow& row, const std::string& place, double value, Crossing crossing,
                            double limit);
std::string eased_sentence(const MonitorRow& row, const std::string& place, double value, Crossing crossing);
std::string cleared_sentence(const MonitorRow& row, const std::string& place, double value);

// Only of the flags that raise alerts; empty for others.
std::string_view flag_words(cmis::LaneFlag flag);
std::string_view flag_over_words(cmis::LaneFlag flag);
std::string_view flag_remedy(cmis::LaneFlag flag);

}  // namespace opticward::daemon
