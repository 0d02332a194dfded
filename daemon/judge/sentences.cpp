#include "daemon/judge/sentences.h"

#include <array>
#include <charconv>
#include <cmath>

namespace opticward::daemon {

namespace {

std::string number(double value, std::chars_format format, int precision) {
    std::array<char, 64> buffer{};
    if (!std::isfinite(value)) return "0";
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
    if (written.ec != std::errc{}) return number(value, std::chars_format::scientific, 5);
    return {buffer.data(), written.ptr};
}

std::string limit_name(Crossing crossing) {
    return std::string(text(crossing.bound)) + " " + std::string(text(crossing.level));
}

}  // namespace

std::string plain_number(double value) {
    return number(value, std::chars_format::general, 6);
}

std::string fixed_number(double value, int decimals) {
    return number(value, std::chars_format::fixed, decimals);
}

std::string in_words(const MonitorRow& row, double value) {
    switch (row.hysteresis) {
        case Hysteresis::celsius: return fixed_number(value, 1) + " C";
        case Hysteresis::volts: return fixed_number(value, 3) + " V";
        case Hysteresis::ratio_of_limit: return fixed_number(value * 1000, 2) + " mA";
        case Hysteresis::decibels: return fixed_number(cmis::to_dbm(cmis::Watts{value}), 2) + " dBm";
    }
    return plain_number(value);
}

std::string place(std::string_view port, std::optional<unsigned> lane) {
    std::string words(port);
    if (lane) words += " lane " + std::to_string(*lane);
    return words;
}

std::string raised_sentence(const MonitorRow& row, const std::string& place, double value, Crossing crossing,
                            double limit) {
    if (row.hysteresis == Hysteresis::decibels && value <= 0) {
        return "The " + std::string(row.title) + " of " + place + " went dark; its " + limit_name(crossing) +
               " is at " + in_words(row, limit) + ".";
    }
    const std::string_view verb = crossing.bound == Bound::low ? " fell to " : " rose to ";
    return "The " + std::string(row.title) + " of " + place + std::string(verb) + in_words(row, value) + "; its " +
           limit_name(crossing) + " is at " + in_words(row, limit) + ".";
}

std::string eased_sentence(const MonitorRow& row, const std::string& place, double value, Crossing crossing) {
    return "The " + std::string(row.title) + " of " + place + " eased to " + in_words(row, value) +
           ", still beyond its " + limit_name(crossing) + ".";
}

std::string cleared_sentence(const MonitorRow& row, const std::string& place, double value) {
    return "The " + std::string(row.title) + " of " + place + " recovered to " + in_words(row, value) + ".";
}

std::string_view flag_words(cmis::LaneFlag flag) {
    switch (flag) {
        case cmis::LaneFlag::tx_fault: return "reported a transmitter fault";
        case cmis::LaneFlag::rx_los: return "lost the light that it receives";
        case cmis::LaneFlag::tx_lol: return "lost its lock on the host's signal";
        case cmis::LaneFlag::rx_lol: return "lost its lock on the received signal";
        default: return {};
    }
}

std::string_view flag_over_words(cmis::LaneFlag flag) {
    switch (flag) {
        case cmis::LaneFlag::tx_fault: return "no longer reports a transmitter fault";
        case cmis::LaneFlag::rx_los: return "receives light again";
        case cmis::LaneFlag::tx_lol: return "locked on the host's signal again";
        case cmis::LaneFlag::rx_lol: return "locked on the received signal again";
        default: return {};
    }
}

std::string_view flag_remedy(cmis::LaneFlag flag) {
    switch (flag) {
        case cmis::LaneFlag::tx_fault: return "Replace the module.";
        case cmis::LaneFlag::rx_los:
            return "Clean and check the fibre and its connectors, and the far end's transmitter.";
        case cmis::LaneFlag::tx_lol: return "Check the port of the host: its lanes, speed and FEC.";
        case cmis::LaneFlag::rx_lol: return "Check that both ends run the same speed, then the fibre.";
        default: return {};
    }
}

}  // namespace opticward::daemon
