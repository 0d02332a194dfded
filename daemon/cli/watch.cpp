#include "daemon/cli/alert_words.h"
#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/numbers.h"
#include "daemon/cli/port_words.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <limits>
#include <ostream>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t kind_width = 6;
constexpr std::size_t severity_width = 8;
constexpr std::uint32_t longest_watch = 366 * 24 * 3600;

std::string event_line(const Console& console, const cmis::Value& event) {
    const std::string severity = text_of(event.find("severity"));
    const std::string shown = severity == "none" ? "" : printable(severity);
    return printable(text_of(event.find("at"))) + "  " + left(printable(text_of(event.find("event"))), kind_width) +
           "  " + painted(console, severity_colour(severity), left(shown, severity_width)) + "  " +
           printable(text_of(event.find("sentence"))) + "\n";
}

// Nothing and a complaint where the value is no number; `otherwise` where the option is not given.
std::optional<std::uint32_t> limit(const Call& call, std::string_view name, std::uint32_t most,
                                   std::uint32_t otherwise) {
    const std::string* given = call.arguments.value(name);
    if (given == nullptr) {
        return otherwise;
    }
    const auto number = whole_number(*given, most);
    if (!number || *number == 0) {
        complain(call.console, std::string{name} + " must be a whole number from 1 to " + std::to_string(most));
        return std::nullopt;
    }
    return number;
}

}  // namespace

int watch(const Call& call) {
    constexpr std::uint32_t without_end = std::numeric_limits<std::uint32_t>::max();
    const auto count = limit(call, "--count", without_end, without_end);
    const auto seconds = limit(call, "--seconds", longest_watch, 0);
    if (!count || !seconds) {
        return exit_error;
    }
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    const std::vector<std::string>& wanted = call.arguments.operands;
    if (const auto known = ports(*client, wanted); !known) {
        complain(call.console, known.error().text);
        return exit_code(known.error().kind);
    }
    std::uint32_t left_over = *count;
    Watching watching;
    watching.started = [&] { complain(call.console, "watching; Ctrl-C ends it"); };
    watching.on_event = [&](const cmis::Object& given) {
        const cmis::Value event{in_order(given)};
        const std::string port = text_of(event.find("port"));
        // The summary of a sweep is no event of a port.
        if (text_of(event.find("event")) == "sweep" ||
            (!wanted.empty() && std::ranges::find(wanted, port) == wanted.end())) {
            return true;
        }
        call.console.out << (call.json() ? to_json(event, JsonStyle::compact) + "\n" : event_line(call.console, event));
        call.console.out.flush();
        left_over -= *count == without_end ? 0 : 1;
        return left_over > 0 && call.console.out.good();
    };
    if (*seconds > 0) {
        watching.at_most = std::chrono::seconds{*seconds};
    }
    const auto watched = client->watch(watching);
    return watched ? exit_good : failed(call, *client, watched.error(), "");
}

}  // namespace opticward::daemon::cli
