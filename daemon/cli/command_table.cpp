#include "daemon/cli/commands.h"

#include <algorithm>
#include <array>

namespace opticward::daemon::cli {

namespace {

constexpr Option as_json{"--json", "", "as JSON, for programs"};
constexpr Option bus{"--bus", "ADDRESS",
                     "the D-Bus that opticwardd is on (default: OPTICWARD_BUS, else the system bus)"};
constexpr Option output{"--output", "FILE", "to this file, not to standard output"};
constexpr Option image_format{"--format", "FORMAT", "text (the default), binary, ethtool, i2cdump or sfputil"};

constexpr std::array asking{as_json, bus};
constexpr std::array list_options{as_json, Option{"--names", "", "only the names, one a line"}, bus};
constexpr std::array dump_options{image_format, output, as_json, bus};
constexpr std::array watch_options{Option{"--count", "N", "ends after N events"},
                                   Option{"--seconds", "N", "ends after N seconds"}, as_json, bus};
constexpr std::array decode_options{
    as_json, Option{"--page", "N", "the page of a dump's upper half that does not say so itself"},
    Option{"--bank", "N", "likewise, its bank"}};
constexpr std::array encode_options{image_format, output};

constexpr std::array<Command, 15> table{{
    {"list", "[PORT...]", 0, any_number, "shows all ports and what is in them, one a line", list_options, list},
    {"show", "PORT...", 1, any_number, "shows a port, its module, verdicts and alerts", asking, show},
    {"alerts", "", 0, 0, "shows what is wrong now, and what to do", asking, alerts},
    {"flags", "PORT", 1, 1, "shows the flags of a module: set now, and how often", asking, flags},
    {"watch", "[PORT...]", 0, any_number, "prints what happens, one event a line, until interrupted", watch_options,
     watch},
    {"check", "[PORT...]", 0, any_number, "answers as a Nagios plugin: exit 0 to 3, and performance data", asking,
     check, 3},
    {"dump", "PORT", 1, 1, "writes the bytes of a module as they were last read", dump_options, dump},
    {"pause", "PORT SECONDS", 2, 2, "leaves a module alone for so long, for another program; 0 ends that", asking,
     pause},
    {"refresh", "PORT", 1, 1, "reads a port now", asking, refresh},
    {"rescan", "", 0, 0, "looks at every port again now", asking, rescan},
    {"reload", "", 0, 0, "makes the daemon read its configuration again", asking, reload},
    {"config", "", 0, 0, "shows what is in force, and from which file and line", asking, config},
    {"decode", "FILE...", 1, any_number, "shows what module images hold; \"-\" is standard input", decode_options,
     decode},
    {"encode", "DESCRIPTION.toml", 1, 1, "writes the image of the module that is described", encode_options, encode},
    {"version", "", 0, 0, "shows the versions of this program and of the daemon", asking, version},
}};

}  // namespace

std::span<const Command> commands() {
    return table;
}

const Command* find_command(std::string_view name) {
    const auto* const found = std::ranges::find(table, name, &Command::name);
    return found == table.end() ? nullptr : found;
}

}  // namespace opticward::daemon::cli
