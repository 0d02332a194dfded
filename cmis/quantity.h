// Physical quantities in SI base units (celsius for temperature), as Prometheus wants them.
#pragma once

#include <compare>

namespace opticward::cmis {

// A number with its unit in the type. Plain value; the unit is the tag's name.
template <class Unit>
struct Quantity {
    double value = 0;

    constexpr auto operator<=>(const Quantity&) const = default;
};

using Celsius = Quantity<struct CelsiusUnit>;
using Volts = Quantity<struct VoltsUnit>;
using Amperes = Quantity<struct AmperesUnit>;
using Watts = Quantity<struct WattsUnit>;
using Meters = Quantity<struct MetersUnit>;
using Seconds = Quantity<struct SecondsUnit>;
using Decibels = Quantity<struct DecibelsUnit>;
using Baud = Quantity<struct BaudUnit>;
using Ratio = Quantity<struct RatioUnit>;

// The four limits of a monitor, in the order in which every memory map stores them.
template <class T>
struct Limits {
    T high_alarm{};
    T low_alarm{};
    T high_warning{};
    T low_warning{};

    constexpr bool operator==(const Limits&) const = default;
};

// Optical power in dBm, rounded to 0.01. The register's step is 0.1 uW = -40 dBm, so darkness and anything below it is
// -40: a finite floor, because -Inf poisons averages and is not JSON.
inline constexpr double dbm_floor = -40.0;
double to_dbm(Watts power);

}  // namespace opticward::cmis
