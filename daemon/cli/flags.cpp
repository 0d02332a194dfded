#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/publish/json.h"

#include <ostream>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t label_width = 16;

cmis::Value or_empty(const cmis::Value* value, const cmis::Value& empty) {
    return value == nullptr ? empty : *value;
}

cmis::Value flags_value(const cmis::Value& port) {
    cmis::Object flags{{"port", text_of(port.find("port"))}};
    flags.push_back({"module", or_empty(at(port, {"module", "flags", "module"}), cmis::Array{})});
    flags.push_back({"lanes", or_empty(at(port, {"module", "flags", "lanes"}), cmis::Array{})});
    flags.push_back({"counts", or_empty(port.find("flag_counts"), cmis::Object{})});
    return flags;
}

std::string words(const cmis::Value* list) {
    std::string text;
    for (const cmis::Value& flag : elements(list)) {
        text += (text.empty() ? "" : " ") + printable(text_of(&flag));
    }
    return text;
}

std::string set_now(const Console& console, const cmis::Value& flags) {
    std::string text;
    if (const std::string module = words(flags.find("module")); !module.empty()) {
        text += left("  module", label_width) + painted(console, Colour::yellow, module) + "\n";
    }
    for (const cmis::Value& lane : elements(flags.find("lanes"))) {
        const std::string set = words(lane.find("set"));
        if (!set.empty()) {
            const std::string label = "  lane " + plain(number_of(lane.find("lane")).value_or(0));
            text += left(label, label_width) + painted(console, Colour::yellow, set) + "\n";
        }
    }
    return text.empty() ? "  none\n" : text;
}

std::string counted(const cmis::Value& flags) {
    std::size_t longest = 0;
    for (const cmis::Member& count : members(flags.find("counts"))) {
        longest = std::max(longest, display_width(printable(count.key)));
    }
    std::string text;
    for (const cmis::Member& count : members(flags.find("counts"))) {
        text += "  " + left(printable(count.key), longest) + "  " + plain(number_of(&count.value).value_or(0)) + "\n";
    }
    return text.empty() ? "  none\n" : text;
}

}  // namespace

int flags(const Call& call) {
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    const std::string& name = call.arguments.operands.front();
    const auto text = client->port_json(name);
    const auto port = text ? parsed(*text) : std::unexpected{text.error()};
    if (!port) {
        return failed(call, *client, port.error(), name);
    }
    if (port->find("module") == nullptr || port->find("evidence") != nullptr) {
        complain(call.console, name + ": no module is known in it (" + text_of(port->find("state")) + ")");
        return exit_unreadable;
    }
    const cmis::Value value = flags_value(*port);
    if (call.json()) {
        call.console.out << to_json(value, JsonStyle::pretty) << '\n';
        return exit_good;
    }
    call.console.out << painted(call.console, Colour::bold, "Set when last read") << '\n'
                     << set_now(call.console, value) << painted(call.console, Colour::bold, "Came up, times") << '\n'
                     << counted(value);
    return exit_good;
}

}  // namespace opticward::daemon::cli
