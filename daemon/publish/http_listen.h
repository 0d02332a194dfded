// A listening socket for the HTTP server.
#pragma once

#include "config/settings.h"

#include <cstdint>
#include <expected>
#include <string>

namespace opticward::daemon {

struct Listening {
    int socket = -1;  // owned by whoever gets it
    std::uint16_t port = 0;
};

// Numeric addresses only, so nothing is looked up. The error says what failed and why.
std::expected<Listening, std::string> listen_on(const config::ListenAddress& address);

// "127.0.0.1:10156", "[::1]:10156".
std::string address_text(const config::ListenAddress& address);

}  // namespace opticward::daemon
