#include "daemon/cli/commands.h"
#include "daemon/cli/dbus_client.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

namespace cli = opticward::daemon::cli;

// Colour for a person at a terminal who has not asked for none (no-color.org).
bool wants_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string{terminal} == "dumb";
    return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0') && !dumb;
}

std::optional<std::string> bus_of_environment() {
    const char* const address = std::getenv("OPTICWARD_BUS");
    return address != nullptr && *address != '\0' ? std::optional<std::string>{address} : std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
    // Whoever reads no further, as `head` does, ends it without a word.
    static_cast<void>(std::signal(SIGPIPE, SIG_DFL));
    cli::Console console{std::cin, std::cout, std::cerr, wants_colour()};
    try {
        const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
        const int code = cli::run(words, console, [](const std::optional<std::string>& address) {
            return cli::connect_to_daemon(address ? address : bus_of_environment());
        });
        std::cout.flush();
        return std::cout ? code : cli::exit_error;
    } catch (const std::exception& error) {
        cli::complain(console, error.what());
        return cli::exit_error;
    }
}
