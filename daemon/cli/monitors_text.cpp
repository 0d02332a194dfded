// The monitors of a module: value, unit and the four limits on one line; lanes side by side, four to a line.
#include "cmis/interpretation.h"
#include "daemon/cli/module_text.h"
#include "daemon/cli/terminal_text.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t name_width = 16;
constexpr std::size_t unit_width = 5;
constexpr std::size_t cell_width = 9;
constexpr std::size_t lanes_in_line = 4;
constexpr std::size_t limit_width = 11;

struct Cell {
    std::string text;
    Colour colour = Colour::none;
};

// A monitor as it is shown: how its SI value becomes the number that operators use.
struct Shown {
    std::string_view name;
    std::string_view unit;
    double factor = 1;
    int digits = 2;
    bool in_dbm = false;
};
constexpr Shown temperature{"Temperature", "C", 1, 2};
constexpr Shown supply_voltage{"Supply voltage", "V", 1, 3};
constexpr Shown tx_bias{"Tx bias", "mA", 1e3, 3};
constexpr Shown tx_power{"Tx power", "dBm", 1, 2, true};
constexpr Shown rx_power{"Rx power", "dBm", 1, 2, true};

std::string number(const Shown& shown, double value) {
    return fixed(shown.in_dbm ? cmis::to_dbm({value}) : value * shown.factor, shown.digits);
}

template <class T>
std::optional<cmis::Limits<T>> usable(const std::optional<cmis::Limits<T>>& limits) {
    return cmis::limits_state(limits) == cmis::LimitsState::plausible ? limits : std::nullopt;
}

template <class T>
Colour colour_of(T value, const std::optional<cmis::Limits<T>>& limits) {
    if (!limits) {
        return Colour::none;
    }
    if (value >= limits->high_alarm || value <= limits->low_alarm) {
        return Colour::red;
    }
    return value >= limits->high_warning || value <= limits->low_warning ? Colour::yellow : Colour::none;
}

template <class T>
Cell cell(const Shown& shown, const std::optional<T>& value, const std::optional<cmis::Limits<T>>& limits) {
    return value ? Cell{number(shown, value->value), colour_of(*value, limits)} : Cell{"-", Colour::dim};
}

template <class T>
std::string limits_text(const Shown& shown, const std::optional<cmis::Limits<T>>& limits) {
    if (!limits) {
        return {};
    }
    std::string text;
    for (const T level : {limits->low_alarm, limits->low_warning, limits->high_warning, limits->high_alarm}) {
        text += right(number(shown, level.value), limit_width);
    }
    return text;
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

// The first line has the name and the limits; further lines have the lanes that are left.
std::string line(const Console& console, const Shown& shown, const std::vector<Cell>& cells,
                 const std::string& limits) {
    std::string text;
    for (std::size_t first = 0; first < cells.size(); first += lanes_in_line) {
        const bool heads = first == 0;
        std::string row = left(heads ? shown.name : "", name_width) + left(heads ? shown.unit : "", unit_width);
        for (std::size_t i = first; i < first + lanes_in_line; ++i) {
            row += i < cells.size() ? painted(console, cells[i].colour, right(cells[i].text, cell_width))
                                    : std::string(cell_width, ' ');
        }
        text += trimmed(row + (heads ? limits : "")) + "\n";
    }
    return text;
}

template <class T>
std::string module_line(const Console& console, const Shown& shown, bool supported, const std::optional<T>& value,
                        const std::optional<cmis::Limits<T>>& all_limits) {
    if (!supported || !value) {
        return {};
    }
    const auto limits = usable(all_limits);
    return line(console, shown, {cell(shown, value, limits)}, limits_text(shown, limits));
}

// The media lanes that the module has.
std::vector<unsigned> media_lanes(const cmis::Module& module) {
    std::vector<unsigned> lanes;
    for (unsigned lane = 1; lane <= cmis::max_lanes; ++lane) {
        if (cmis::lane_implemented(module, lane, cmis::LaneSide::media)) {
            lanes.push_back(lane);
        }
    }
    return lanes;
}

template <auto Member, class T>
std::string lane_line(const Console& console, const Shown& shown, bool supported, const cmis::Module& module,
                      const std::optional<cmis::Limits<T>>& all_limits) {
    const auto limits = usable(all_limits);
    std::vector<Cell> cells;
    bool any = false;
    for (const unsigned lane : media_lanes(module)) {
        const auto& value = module.live.lanes[lane - 1].*Member;
        any = any || value;
        cells.push_back(cell(shown, value, limits));
    }
    return supported && any ? line(console, shown, cells, limits_text(shown, limits)) : std::string{};
}

// "activated on 1-4, none on 5-8"
std::string data_paths(const cmis::Module& module) {
    std::string words;
    for (unsigned lane = 1; lane <= cmis::max_lanes;) {
        const auto state = module.live.lanes[lane - 1].data_path_state;
        unsigned last = lane;
        while (last < cmis::max_lanes && module.live.lanes[last].data_path_state == state &&
               cmis::lane_implemented(module, last + 1, cmis::LaneSide::host)) {
            ++last;
        }
        if (state && cmis::lane_implemented(module, lane, cmis::LaneSide::host)) {
            const std::string range =
                lane == last ? std::to_string(lane) : std::to_string(lane) + "-" + std::to_string(last);
            words += (words.empty() ? "" : ", ") + std::string{cmis::text(*state)} + " on " + range;
        }
        lane = last + 1;
    }
    return words.empty() ? words : left("Data path", name_width) + words + "\n";
}

std::string heading(const Console& console, bool with_limits) {
    std::string line = left("Monitors", name_width + unit_width + lanes_in_line * cell_width);
    for (const std::string_view name : {"low alarm", "low warn", "high warn", "high alarm"}) {
        line += with_limits ? right(name, limit_width) : std::string{};
    }
    return "\n" + painted(console, Colour::bold, trimmed(line)) + "\n";
}

bool any_usable(const cmis::Thresholds& limits) {
    return usable(limits.temperature) || usable(limits.supply_voltage) || usable(limits.tx_bias) ||
           usable(limits.tx_power) || usable(limits.rx_power);
}

}  // namespace

std::string monitors_text(const Console& console, const cmis::Module& module) {
    const cmis::MonitorSupport support = cmis::monitor_support(module);
    const cmis::Thresholds& limits = module.thresholds;
    const cmis::Live& live = module.live;
    const std::string text =
        module_line(console, temperature, support.temperature, live.temperature, limits.temperature) +
        module_line(console, supply_voltage, support.supply_voltage, live.supply_voltage, limits.supply_voltage) +
        lane_line<&cmis::Lane::tx_bias>(console, tx_bias, support.tx_bias, module, limits.tx_bias) +
        lane_line<&cmis::Lane::tx_power>(console, tx_power, support.tx_power, module, limits.tx_power) +
        lane_line<&cmis::Lane::rx_power>(console, rx_power, support.rx_power, module, limits.rx_power) +
        data_paths(module);
    return text.empty() ? text : heading(console, any_usable(limits)) + text;
}

}  // namespace opticward::daemon::cli
