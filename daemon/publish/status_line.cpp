#include "daemon/publish/status_line.h"

#include "cmis/text.h"
#include "daemon/publish/contract.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace opticward::daemon {

namespace {

constexpr std::size_t most_named = 3;
constexpr std::size_t longest_port = 32;

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string{count == 1 ? one : many};
}

std::string about(const Alert& alert) {
    std::string what = alert.kind;
    if (!alert.flag.empty()) what = alert.flag;
    if (!alert.monitor.empty()) what = alert.monitor;
    std::string port = cmis::escape_control(alert.port);
    if (port.size() > longest_port) port = port.substr(0, longest_port) + "...";
    return port + " " + what;
}

std::vector<const Alert*> worst_first(const Board& board) {
    std::vector<const Alert*> alerts;
    for (const auto& port : board.ports) {
        for (const Alert& alert : port->alerts) {
            alerts.push_back(&alert);
        }
    }
    std::ranges::stable_sort(alerts, std::ranges::greater{}, &Alert::severity);
    return alerts;
}

// The lanes of a port that are all dark are one thing to a person.
std::string named(const std::vector<const Alert*>& alerts) {
    std::vector<std::string> names;
    for (const Alert* alert : alerts) {
        std::string name = about(*alert);
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
        if (names.size() > most_named) break;
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != 0) text += ", ";
        text += i < most_named ? names[i] : "...";
    }
    return text;
}

}  // namespace

std::string status_line(const Board& board, bool first_sweep_done, std::optional<WallTime> next_poll) {
    const std::string ports = counted(board.ports.size(), "port", "ports");
    if (!first_sweep_done) return "Looking at " + ports + " for the first time";
    const auto present =
        std::ranges::count_if(board.ports, [](const auto& port) { return module_present(*port).value_or(false); });
    const std::vector<const Alert*> alerts = worst_first(board);
    std::string line = ports + ", " + std::to_string(present) + " present, ";
    line += counted(alerts.size(), "alert", "alerts");
    if (!alerts.empty()) line += " (" + named(alerts) + ")";
    if (next_poll) {
        constexpr std::string_view before_time = "2026-11-30T";
        constexpr std::size_t time_width = 8;
        line += "; next poll " + timestamp(*next_poll).substr(before_time.size(), time_width);
    }
    return line;
}

}  // namespace opticward::daemon
