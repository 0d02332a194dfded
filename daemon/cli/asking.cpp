#include "daemon/cli/asking.h"

#include "daemon/cli/lookup.h"
#include "daemon/cli/nearest.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon::cli {

namespace {

std::vector<std::string> port_names(DaemonClient& client) {
    std::vector<std::string> names;
    const auto text = client.list_json();
    const auto all = text ? parsed(*text) : std::unexpected{text.error()};
    if (all) {
        for (const cmis::Value& port : elements(&*all)) {
            names.push_back(text_of(port.find("port")));
        }
    }
    return names;
}

}  // namespace

std::string own_version() {
    return "opticward " OPTICWARD_VERSION;
}

int exit_code(Trouble kind) {
    switch (kind) {
        case Trouble::not_present:
        case Trouble::not_supported:
        case Trouble::read_failed:
        case Trouble::busy:
        case Trouble::timeout: return exit_unreadable;
        default: return exit_error;
    }
}

std::unique_ptr<DaemonClient> connected(const Call& call) {
    const std::string* address = call.arguments.value("--bus");
    auto client = call.connect(address == nullptr ? std::nullopt : std::optional{*address});
    if (!client) {
        complain(call.console, client.error().text);
        return nullptr;
    }
    return std::move(*client);
}

std::string told(DaemonClient& client, const DaemonTrouble& trouble, const std::string& port) {
    if (trouble.kind == Trouble::unknown_port) {
        const std::string close = suggestion(port, port_names(client));
        return "no port " + port + (close.empty() ? "; opticward list shows all" : close);
    }
    return (port.empty() ? "" : port + ": ") + trouble.text;
}

int failed(const Call& call, DaemonClient& client, const DaemonTrouble& trouble, const std::string& port) {
    const bool of_port = !port.empty() && (trouble.kind == Trouble::unknown_port || exit_code(trouble.kind) == 1);
    complain(call.console, told(client, trouble, of_port ? port : ""));
    return exit_code(trouble.kind);
}

Answer<std::vector<cmis::Value>> ports(DaemonClient& client, std::span<const std::string> names) {
    const auto text = client.list_json();
    if (!text) {
        return std::unexpected{text.error()};
    }
    auto all = parsed(*text);
    if (!all) {
        return std::unexpected{all.error()};
    }
    const auto named = [&](const std::string& name) {
        return [&name](const cmis::Value& port) { return text_of(port.find("port")) == name; };
    };
    for (const std::string& name : names) {
        if (std::ranges::none_of(elements(&*all), named(name))) {
            return std::unexpected{
                DaemonTrouble{Trouble::unknown_port, told(client, {Trouble::unknown_port, ""}, name)}};
        }
    }
    std::vector<cmis::Value> chosen;
    for (const cmis::Value& port : elements(&*all)) {
        if (names.empty() || std::ranges::find(names, text_of(port.find("port"))) != names.end()) {
            chosen.push_back(port);
        }
    }
    return chosen;
}

Answer<cmis::Value> parsed(const std::string& json) {
    auto value = from_json(json);
    if (!value) {
        return std::unexpected{DaemonTrouble{Trouble::failed, "the daemon's answer holds " + value.error()}};
    }
    return std::move(*value);
}

}  // namespace opticward::daemon::cli
