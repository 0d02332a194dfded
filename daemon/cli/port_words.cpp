#include "daemon/cli/port_words.h"

#include "daemon/cli/lookup.h"

#include <algorithm>
#include <array>

namespace opticward::daemon::cli {

Colour severity_colour(std::string_view severity) {
    if (severity == "critical") {
        return Colour::red;
    }
    return severity == "warning" ? Colour::yellow : Colour::none;
}

Colour state_colour(std::string_view state) {
    if (is_unreadable(state)) {
        return Colour::red;
    }
    if (state == "ok") {
        return Colour::none;
    }
    return state == "empty" ? Colour::dim : Colour::yellow;
}

int severity_rank(std::string_view severity) {
    constexpr std::array<std::string_view, 4> ranks{"none", "info", "warning", "critical"};
    const auto* const found = std::ranges::find(ranks, severity);
    return found == ranks.end() ? 0 : static_cast<int>(found - ranks.begin());
}

std::string worst_severity(const cmis::Value& port) {
    std::string worst = "none";
    for (const cmis::Value& alert : elements(port.find("alerts"))) {
        const std::string severity = text_of(alert.find("severity"));
        worst = severity_rank(severity) > severity_rank(worst) ? severity : worst;
    }
    return worst;
}

std::string protocol_verdict(const cmis::Value& port) {
    for (const cmis::Value& verdict : elements(port.find("verdicts"))) {
        if (text_of(verdict.find("axis")) == "protocol") {
            return text_of(verdict.find("verdict"));
        }
    }
    return {};
}

std::optional<double> weakest_lane(const cmis::Value& port, std::string_view key) {
    std::optional<double> weakest;
    for (const cmis::Value& lane : elements(at(port, {"module", "monitors", "lanes"}))) {
        const auto value = number_of(lane.find(key));
        weakest = value && (!weakest || *value < *weakest) ? value : weakest;
    }
    return weakest;
}

bool is_unreadable(std::string_view state) {
    return state == "unreadable" || state == "invalid" || state == "unsupported" || state == "quarantined";
}

std::string with_line_end(std::string text) {
    if (!text.ends_with('\n')) {
        text += '\n';
    }
    return text;
}

}  // namespace opticward::daemon::cli
