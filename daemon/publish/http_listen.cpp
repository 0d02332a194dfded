#include "daemon/publish/http_listen.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <memory>
#include <netdb.h>
#include <string_view>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace opticward::daemon {

namespace {

constexpr int backlog = 64;

struct FreeAddresses {
    void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

std::unexpected<std::string> failed(const config::ListenAddress& address, int error) {
    return std::unexpected("cannot listen on " + address_text(address) + ": " + std::generic_category().message(error));
}

std::uint16_t bound_port(int socket, std::uint16_t asked) {
    union {
        sockaddr_storage storage;
        sockaddr any;
    } bound{};
    socklen_t size = sizeof bound;
    std::array<char, NI_MAXSERV> text{};
    if (::getsockname(socket, &bound.any, &size) != 0 ||
        ::getnameinfo(&bound.any, size, nullptr, 0, text.data(), text.size(), NI_NUMERICSERV) != 0) {
        return asked;
    }
    std::uint16_t port = asked;
    const std::string_view digits(text.data());
    std::from_chars(digits.data(), digits.data() + digits.size(), port);
    return port;
}

}  // namespace

std::string address_text(const config::ListenAddress& address) {
    const bool ipv6 = address.address.find(':') != std::string::npos;
    return (ipv6 ? "[" + address.address + "]" : address.address) + ":" + std::to_string(address.port);
}

std::expected<Listening, std::string> listen_on(const config::ListenAddress& address) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(address.port);
    if (const int error = ::getaddrinfo(address.address.c_str(), port.c_str(), &hints, &found); error != 0) {
        return std::unexpected("cannot listen on " + address_text(address) + ": " + ::gai_strerror(error));
    }
    const std::unique_ptr<addrinfo, FreeAddresses> addresses(found);

    const int socket =
        ::socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, found->ai_protocol);
    if (socket < 0) return failed(address, errno);
    // A restart must not wait for connections of the process before to time out.
    const int on = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (::bind(socket, found->ai_addr, found->ai_addrlen) != 0 || ::listen(socket, backlog) != 0) {
        const int error = errno;
        ::close(socket);
        return failed(address, error);
    }
    return Listening{.socket = socket, .port = bound_port(socket, address.port)};
}

}  // namespace opticward::daemon
