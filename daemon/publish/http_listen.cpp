#include "daemon/publish/http_listen.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <fcntl.h>
#include <memory>
#include <netdb.h>
#include <optional>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
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

union AnyAddress {
    sockaddr_storage storage;
    sockaddr any;
    sockaddr_un local;
};

struct Bound {
    int family = AF_UNSPEC;
    config::ListenAddress address;
    std::string path;  // of a socket of the file system
};

std::optional<Bound> bound_to(int socket) {
    AnyAddress bound{};
    socklen_t size = sizeof bound;
    if (::getsockname(socket, &bound.any, &size) != 0) return std::nullopt;
    if (bound.any.sa_family == AF_UNIX) {
        const std::size_t length = size - std::min<std::size_t>(size, offsetof(sockaddr_un, sun_path));
        const std::string path(static_cast<const char*>(bound.local.sun_path), length);
        return Bound{.family = AF_UNIX, .address = {}, .path = path.substr(0, path.find('\0'))};
    }
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
    if (::getnameinfo(&bound.any, size, host.data(), host.size(), service.data(), service.size(),
                      NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        return std::nullopt;
    }
    std::uint16_t port = 0;
    const std::string_view digits(service.data());
    std::from_chars(digits.data(), digits.data() + digits.size(), port);
    return Bound{.family = bound.any.sa_family, .address = {.address = host.data(), .port = port}, .path = {}};
}

bool option_is(int socket, int option, int wanted) {
    int value = 0;
    socklen_t size = sizeof value;
    return ::getsockopt(socket, SOL_SOCKET, option, &value, &size) == 0 && value == wanted;
}

std::string url_of(const config::ListenAddress& address) {
    return "http://" + address_text(address);
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
    const auto bound = bound_to(socket);
    const config::ListenAddress served{.address = address.address, .port = bound ? bound->address.port : address.port};
    return Listening{.socket = socket, .port = served.port, .url = url_of(served)};
}

std::expected<Listening, std::string> listening_on(int socket) {
    const auto bound = bound_to(socket);
    if (!bound || !option_is(socket, SO_TYPE, SOCK_STREAM) || !option_is(socket, SO_ACCEPTCONN, 1)) {
        return std::unexpected("cannot serve on descriptor " + std::to_string(socket) +
                               ": it is no stream socket that listens");
    }
    if (::fcntl(socket, F_SETFL, O_NONBLOCK) != 0 || ::fcntl(socket, F_SETFD, FD_CLOEXEC) != 0) {
        return std::unexpected("cannot serve on descriptor " + std::to_string(socket) + ": " +
                               std::generic_category().message(errno));
    }
    if (bound->family == AF_UNIX) return Listening{.socket = socket, .port = 0, .url = "unix:" + bound->path};
    return Listening{.socket = socket, .port = bound->address.port, .url = url_of(bound->address)};
}

}  // namespace opticward::daemon
