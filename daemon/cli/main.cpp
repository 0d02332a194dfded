#include "daemon/cli/commands.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

// Colour for a person at a terminal who has not asked for none (no-color.org).
bool wants_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string{terminal} == "dumb";
    return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0') && !dumb;
}

}  // namespace

int main(int argc, char** argv) {
    opticward::daemon::cli::Console console{std::cin, std::cout, std::cerr, wants_colour()};
    try {
        const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
        const int code = opticward::daemon::cli::run(words, console);
        std::cout.flush();
        return std::cout ? code : opticward::daemon::cli::exit_error;
    } catch (const std::exception& error) {
        opticward::daemon::cli::complain(console, error.what());
        return opticward::daemon::cli::exit_error;
    }
}
