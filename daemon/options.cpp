#include "daemon/options.h"

#include <string_view>

namespace opticward::daemon {

const char* const usage =
    "usage: opticwardd [--config FILE] [--listen ADDRESS:PORT] [--bus ADDRESS] [--root FOLDER] [--check-config]\n"
    "       opticwardd --version | --help\n"
    "\n"
    "Watches optical transceivers and publishes what it finds.\n"
    "\n"
    "  --config FILE          the configuration (default: /etc/opticward/opticward.toml); conf.d/*.toml beside it are\n"
    "                         read after it\n"
    "  --listen ADDRESS:PORT  where to serve /metrics, instead of [http] listen\n"
    "  --bus ADDRESS          the D-Bus to appear on (default: OPTICWARD_BUS, else the system bus)\n"
    "  --root FOLDER          look for /sys, /dev and the paths of the configuration below this folder\n"
    "  --check-config         say what is wrong with the configuration and end; 0 when nothing is, else 2\n"
    "  --version, --help      print that and end\n"
    "\n"
    "SIGHUP makes it read the configuration again; SIGTERM and SIGINT end it within a second.\n";

std::expected<Options, std::string> parse_options(std::span<const char* const> arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view name{arguments[i]};
        std::optional<std::string> value;
        if (const auto equals = name.find('='); name.starts_with("--") && equals != std::string_view::npos) {
            value = name.substr(equals + 1);
            name = name.substr(0, equals);
        }
        const bool takes_value = name == "--config" || name == "--listen" || name == "--root" || name == "--bus";
        if (takes_value && !value && i + 1 < arguments.size()) {
            value = arguments[++i];
        }
        if (takes_value && (!value || value->empty())) {
            return std::unexpected{std::string{name} + " needs a value"};
        }
        if (!takes_value && value) {
            return std::unexpected{std::string{name} + " takes no value"};
        }
        if (name == "--config") {
            options.config = *value;
            options.config_is_named = true;
        } else if (name == "--bus") {
            options.bus = value;
        } else if (name == "--root") {
            options.root = *value;
        } else if (name == "--listen") {
            options.listen = config::parse_listen_address(*value);
            if (!options.listen) {
                return std::unexpected{"--listen " + *value + " is no address, expected one like 127.0.0.1:10156"};
            }
        } else if (name == "--check-config") {
            options.check_config = true;
        } else if (name == "--version") {
            options.version = true;
        } else if (name == "--help" || name == "-h") {
            options.help = true;
        } else {
            return std::unexpected{"unknown option " + std::string{name}};
        }
    }
    return options;
}

}  // namespace opticward::daemon
