// A listening socket for the HTTP server.
#pragma once

#include "config/settings.h"

#include <cstdint>
#include <expected>
#include <string>

namespace opticward::daemon {

struct Listening {
    int socket = -1;         // owned by whoever gets it
    std::uint16_t port = 0;  // 0: a socket of the file system
    std::string url;         // "http://127.0.0.1:10156", "unix:/run/opticward/http.sock"
};

// Numeric addresses only, so nothing is looked up. The error says what failed and why.
std::expected<Listening, std::string> listen_on(const config::ListenAddress& address);

// Takes a socket that is passed; the error says why it cannot be served on, and then it is left alone.
std::expected<Listening, std::string> listening_on(int socket);

// "127.0.0.1:10156", "[::1]:10156".
std::string address_text(const config::ListenAddress& address);

}  // namespace opticward::daemon
