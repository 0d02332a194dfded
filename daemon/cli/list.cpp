#include "cmis/interpretation.h"
#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/port_words.h"
#include "daemon/cli/table.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t terminal_width = 100;
constexpr std::array<TableColumn, 11> columns{{{"PORT", false, 8},
                                               {"STATE"},
                                               {"FORM"},
                                               {"VENDOR", false, 6},
                                               {"PART", false, 8},
                                               {"SERIAL", false, 8},
                                               {"RUNS"},
                                               {"TEMP", true},
                                               {"RX dBm", true},
                                               {"TX dBm", true},
                                               {"ALERTS"}}};

std::string protocol_word(const cmis::Value& port) {
    const std::string protocol = text_of(port.find("port_protocol"));
    if (protocol == "infiniband") {
        return "IB";
    }
    return protocol == "ethernet" ? "Eth" : printable(protocol);
}

TableCell temperature_cell(const cmis::Value& port) {
    const auto celsius = number_of(at(port, {"module", "monitors", "temperature_celsius"}));
    return celsius ? TableCell{fixed(*celsius, 1)} : TableCell{"-", Colour::dim};
}

TableCell power_cell(const cmis::Value& port, std::string_view key) {
    const auto watts = weakest_lane(port, key);
    if (!watts) {
        return {"-", Colour::dim};
    }
    return *watts > 0 ? TableCell{fixed(cmis::to_dbm({*watts}), 2)} : TableCell{"dark", Colour::yellow};
}

// The protocol's verdict where it is a bad one, else the worst alert, and how many more there are.
TableCell alerts_cell(const cmis::Value& port) {
    const std::string verdict = protocol_verdict(port);
    const auto all = elements(port.find("alerts"));
    const std::string severity = worst_severity(port);
    const bool bad = verdict == "mismatch" || verdict == "degraded";
    if (all.empty()) {
        const bool known = bad || verdict == "match";
        return {known ? printable(verdict) : "-", bad ? Colour::yellow : Colour::dim};
    }
    const std::string more = all.size() > 1 ? " +" + std::to_string(all.size() - 1) : "";
    return {printable(bad ? verdict : severity) + more, severity_colour(severity)};
}

TableRow row(const cmis::Value& port) {
    const std::string state = text_of(port.find("state"));
    const std::string by_what = port.find("evidence") == nullptr ? "" : " (dump)";
    TableRow cells{{printable(text_of(port.find("port")))}, {printable(state) + by_what, state_colour(state)}};
    const cmis::Value* module = port.find("module");
    for (const std::string_view key : {"form_factor", "vendor_name", "part_number", "serial_number"}) {
        cells.push_back({module == nullptr ? "" : printable(text_of(module->find(key)))});
    }
    cells.push_back({protocol_word(port)});
    if (module == nullptr) {
        cells.resize(cells.size() + 3);
    } else {
        cells.push_back(temperature_cell(port));
        cells.push_back(power_cell(port, "rx_power_watts"));
        cells.push_back(power_cell(port, "tx_power_watts"));
    }
    cells.push_back(alerts_cell(port));
    return cells;
}

void print_names(const Call& call, std::span<const cmis::Value> all) {
    for (const cmis::Value& port : all) {
        call.console.out << printable(text_of(port.find("port"))) << '\n';
    }
}

void print_json(const Call& call, std::span<const cmis::Value> chosen, bool names) {
    cmis::Array array;
    for (const cmis::Value& port : chosen) {
        array.push_back(names ? cmis::Value{text_of(port.find("port"))} : port);
    }
    call.console.out << to_json(array, JsonStyle::pretty) << '\n';
}

}  // namespace

int list(const Call& call) {
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    const bool names = call.arguments.has("--names");
    if (call.json() && !names && call.arguments.operands.empty()) {
        const auto text = client->list_json();
        if (!text) {
            return failed(call, *client, text.error(), "");
        }
        call.console.out << with_line_end(*text);
        return exit_good;
    }
    const auto chosen = ports(*client, call.arguments.operands);
    if (!chosen) {
        complain(call.console, chosen.error().text);
        return exit_code(chosen.error().kind);
    }
    if (call.json()) {
        print_json(call, *chosen, names);
    } else if (names) {
        print_names(call, *chosen);
    } else if (chosen->empty()) {
        call.console.out << "No ports: the configuration has none, and no network devices were found.\n";
    } else {
        std::vector<TableRow> rows;
        std::ranges::transform(*chosen, std::back_inserter(rows), row);
        call.console.out << table_text(call.console, columns, rows, terminal_width);
    }
    return exit_good;
}

}  // namespace opticward::daemon::cli
