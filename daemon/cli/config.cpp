#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/cli/value_text.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <ostream>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t value_width = 20;  // longer ones move what is behind them

cmis::Object ordered(const cmis::Value& setting) {
    cmis::Object members;
    for (const std::string_view key : {"key", "value", "file", "line"}) {
        if (const cmis::Value* value = setting.find(key)) {
            members.push_back({std::string{key}, *value});
        }
    }
    return members;
}

std::size_t longest_key(std::span<const cmis::Value> settings) {
    std::size_t longest = 0;
    for (const cmis::Value& setting : settings) {
        longest = std::max(longest, display_width(printable(text_of(setting.find("key")))));
    }
    return longest;
}

std::string line(const Console& console, const cmis::Value& setting, std::size_t key_width) {
    const std::string file = text_of(setting.find("file"));
    const auto number = number_of(setting.find("line"));
    const std::string place = file.empty() ? painted(console, Colour::dim, "default")
                                           : printable(file) + (number ? ":" + plain(*number) : "");
    const cmis::Value* value = setting.find("value");
    return left(printable(text_of(setting.find("key"))), key_width) + "  " +
           left(value == nullptr ? "" : value_words(*value), value_width) + "  " + place + "\n";
}

}  // namespace

int config(const Call& call) {
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    const auto settings = client->configuration();
    if (!settings) {
        return failed(call, *client, settings.error(), "");
    }
    cmis::Array list;
    for (const cmis::Object& setting : *settings) {
        list.emplace_back(ordered(setting));
    }
    if (call.json()) {
        call.console.out << to_json(list, JsonStyle::pretty) << '\n';
        return exit_good;
    }
    const std::size_t key_width = longest_key(list);
    for (const cmis::Value& setting : list) {
        call.console.out << line(call.console, setting, key_width);
    }
    return exit_good;
}

}  // namespace opticward::daemon::cli
