#include "daemon/publish/http_connections.h"

#include <algorithm>
#include <sys/socket.h>

namespace opticward::daemon {

HttpConnections::HttpConnections(HttpDeadlines deadlines, std::size_t most) : deadlines_(deadlines) {
    connections_.reserve(most);
}

void HttpConnections::opened(int socket, SteadyTime now) {
    note(socket, now, false);
}

void HttpConnections::answering(int socket, SteadyTime now) {
    note(socket, now, true);
}

void HttpConnections::answered(int socket, SteadyTime now) {
    note(socket, now, false);
}

void HttpConnections::note(int socket, SteadyTime now, bool answering) {
    const Connection noted{.socket = socket, .since = now, .answering = answering};
    const std::lock_guard lock{mutex_};
    const auto known = std::ranges::find(connections_, socket, &Connection::socket);
    if (known == connections_.end()) {
        connections_.push_back(noted);
    } else {
        *known = noted;
    }
}

void HttpConnections::closed(int socket) {
    const std::lock_guard lock{mutex_};
    std::erase_if(connections_, [socket](const Connection& connection) { return connection.socket == socket; });
}

std::size_t HttpConnections::close_overdue(SteadyTime now) {
    std::size_t closed = 0;
    const std::lock_guard lock{mutex_};
    for (Connection& connection : connections_) {
        const auto limit = connection.answering ? deadlines_.answer : deadlines_.request;
        if (now - connection.since <= limit) continue;
        // Without lingering, the kernel does not keep what the client will never read either.
        const linger none{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
        ::shutdown(connection.socket, SHUT_RDWR);
        connection.since = now;  // libmicrohttpd sees the end soon; until then it is not counted again
        ++closed;
    }
    return closed;
}

}  // namespace opticward::daemon
