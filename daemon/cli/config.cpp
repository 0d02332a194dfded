#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/table.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/cli/value_text.h"
#include "daemon/publish/json.h"

#include <array>
#include <ostream>

namespace opticward::daemon::cli {

namespace {

constexpr std::array<TableColumn, 3> columns{{{"KEY"}, {"VALUE"}, {"FROM"}}};

cmis::Object ordered(const cmis::Value& setting) {
    cmis::Object members;
    for (const std::string_view key : {"key", "value", "file", "line"}) {
        if (const cmis::Value* value = setting.find(key)) {
            members.push_back({std::string{key}, *value});
        }
    }
    return members;
}

TableRow row(const cmis::Value& setting) {
    const std::string file = text_of(setting.find("file"));
    const auto line = number_of(setting.find("line"));
    const cmis::Value* value = setting.find("value");
    const TableCell from = file.empty() ? TableCell{"default", Colour::dim}
                                        : TableCell{printable(file) + (line ? ":" + plain(*line) : "")};
    return {{printable(text_of(setting.find("key")))}, {value == nullptr ? "" : value_words(*value)}, from};
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
    std::vector<TableRow> rows;
    for (const cmis::Object& setting : *settings) {
        list.push_back(ordered(setting));
        rows.push_back(row(setting));
    }
    call.console.out << (call.json() ? to_json(list, JsonStyle::pretty) + "\n"
                                     : table_text(call.console, columns, rows, 0));
    return exit_good;
}

}  // namespace opticward::daemon::cli
