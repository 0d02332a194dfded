// The daemon's command line.
#pragma once

#include "config/settings.h"

#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace opticward::daemon {

struct Options {
    std::filesystem::path config = "/etc/opticward/opticward.toml";
    bool config_is_named = false;                 // by --config: then it must be there
    std::optional<std::string> bus;               // D-Bus address instead of the system bus
    std::optional<config::ListenAddress> listen;  // instead of the configuration's
    std::filesystem::path root = "/";             // of /sys, /dev and every path of the configuration
    bool check_config = false;
    bool version = false;
    bool help = false;
};

// `arguments` without the program's name. Or one line that says what is wrong.
std::expected<Options, std::string> parse_options(std::span<const char* const> arguments);

extern const char* const usage;

}  // namespace opticward::daemon
