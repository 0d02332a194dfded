#include "daemon/cli/alert_words.h"
#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/port_words.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <ostream>

namespace opticward::daemon::cli {

int alerts(const Call& call) {
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    const auto all = client->alerts();
    if (!all) {
        return failed(call, *client, all.error(), "");
    }
    cmis::Array list;
    for (const cmis::Object& alert : *all) {
        list.emplace_back(in_order(alert));
    }
    if (call.json()) {
        call.console.out << to_json(list, JsonStyle::pretty) << '\n';
        return exit_good;
    }
    if (list.empty()) {
        call.console.out << "No alerts.\n";
    }
    std::ranges::stable_sort(list, std::greater{},
                             [](const cmis::Value& alert) { return severity_rank(text_of(alert.find("severity"))); });
    for (const cmis::Value& alert : list) {
        call.console.out << alert_text(call.console, alert);
    }
    return exit_good;
}

}  // namespace opticward::daemon::cli
