// The commands of `opticward`: THE place for one is the table in command_table.cpp. One thread; no exception leaves.
#pragma once

#include "daemon/cli/arguments.h"
#include "daemon/cli/console.h"
#include "daemon/cli/daemon_client.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace opticward::daemon::cli {

// One call of a command, its words checked against the table.
struct Call {
    const Arguments& arguments;
    Console& console;
    const Connect& connect;

    bool json() const { return arguments.has("--json"); }
};

struct Command {
    std::string_view name;
    std::string_view operands;  // as in the usage, "PORT SECONDS"
    std::size_t least = 0;      // how many operands
    std::size_t most = 0;
    std::string_view summary;
    std::span<const Option> options;
    int (*function)(const Call&) = nullptr;
    int usage_error = exit_error;  // the exit code of a call that is wrong
};
inline constexpr std::size_t any_number = static_cast<std::size_t>(-1);

std::span<const Command> commands();
// nullptr: there is none.
const Command* find_command(std::string_view name);

// All of the program behind its name; returns the exit code.
int run(std::span<const std::string> words, Console& console, const Connect& connect);

std::string usage_text();
std::string help_text(const Command& command);

int alerts(const Call& call);
int check(const Call& call);
int config(const Call& call);
int decode(const Call& call);
int dump(const Call& call);
int encode(const Call& call);
int flags(const Call& call);
int list(const Call& call);
int pause(const Call& call);
int refresh(const Call& call);
int reload(const Call& call);
int rescan(const Call& call);
int show(const Call& call);
int version(const Call& call);
int watch(const Call& call);

}  // namespace opticward::daemon::cli
