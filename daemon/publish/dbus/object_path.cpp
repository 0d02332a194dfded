#include "daemon/publish/dbus/object_path.h"

namespace opticward::daemon::bus {

namespace {

// Not isalnum(): that asks the locale.
constexpr bool is_plain(char byte) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

}  // namespace

std::string escaped(std::string_view name) {
    constexpr std::string_view digits = "0123456789abcdef";
    if (name.empty()) return "_";
    std::string element;
    element.reserve(name.size());
    for (const char byte : name) {
        if (is_plain(byte)) {
            element += byte;
            continue;
        }
        const auto code = static_cast<unsigned char>(byte);
        element += '_';
        element += digits[code >> 4U];
        element += digits[code & 0xFU];
    }
    return element;
}

std::string port_path(std::string_view port) {
    return std::string{root_path} + "/ports/" + escaped(port);
}

std::string module_path(std::string_view port) {
    return port_path(port) + "/module";
}

}  // namespace opticward::daemon::bus
