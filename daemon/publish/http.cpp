#include "daemon/publish/http.h"

#include "daemon/publish/http_listen.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <microhttpd.h>
#include <utility>

namespace opticward::daemon {

namespace {

constexpr std::size_t block = 64 * 1024;

using Body = std::shared_ptr<const std::string>;

ssize_t read_body(void* body, std::uint64_t position, char* out, std::size_t most) {
    const std::string& text = **static_cast<Body*>(body);
    if (position >= text.size()) return MHD_CONTENT_READER_END_OF_STREAM;
    const std::size_t count = std::min<std::size_t>(most, text.size() - position);
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(position), count, out);
    return static_cast<ssize_t>(count);
}

void free_body(void* body) {
    std::default_delete<Body>()(static_cast<Body*>(body));
}

void add_header(MHD_Response* response, const char* name, std::string_view value) {
    MHD_add_response_header(response, name, std::string{value}.c_str());
}

MHD_Result send(MHD_Connection* connection, const HttpAnswer& answer) {
    // Owned by the response from now on; free_body ends it.
    Body* body = std::make_unique<Body>(answer.body).release();
    MHD_Response* response =
        MHD_create_response_from_callback(answer.body->size(), block, &read_body, body, &free_body);
    if (response == nullptr) {
        free_body(body);
        return MHD_NO;
    }
    add_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer.type);
    add_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    add_header(response, "X-Content-Type-Options", "nosniff");
    add_header(response, "Content-Security-Policy", "default-src 'none'");
    if (!answer.allow.empty()) add_header(response, MHD_HTTP_HEADER_ALLOW, answer.allow);
    const MHD_Result queued = MHD_queue_response(connection, answer.status, response);
    MHD_destroy_response(response);
    return queued;
}

int socket_of(MHD_Connection* connection) {
    const MHD_ConnectionInfo* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == nullptr ? -1 : info->connect_fd;
}

bool has_header(MHD_Connection* connection, const char* name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name) != nullptr;
}

bool has_body(MHD_Connection* connection) {
    return has_header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH) ||
           has_header(connection, MHD_HTTP_HEADER_TRANSFER_ENCODING);
}

}  // namespace

// The signatures are libmicrohttpd's, which calls these in its thread. No exception may cross them.
struct HttpCallbacks {
    static MHD_Result handle(void* self, MHD_Connection* connection, const char* url, const char* method, const char*,
                             const char*, std::size_t*, void** known) noexcept {
        try {
            auto& server = *static_cast<HttpServer*>(self);
            if (*known == nullptr) {
                *known = self;
                server.connections_.answering(socket_of(connection), server.now_());
                // An answer to this first call closes the connection, one to the second leaves it open for the next
                // scrape. A body is never waited for.
                if (!has_body(connection)) return MHD_YES;
            }
            return send(connection, server.answers_.to(method, url));
        } catch (...) {
            return MHD_NO;  // out of memory: the connection is closed
        }
    }

    static void completed(void* self, MHD_Connection* connection, void**, MHD_RequestTerminationCode) noexcept {
        try {
            auto& server = *static_cast<HttpServer*>(self);
            server.connections_.answered(socket_of(connection), server.now_());
        } catch (...) {  // NOLINT(bugprone-empty-catch): without memory for a note the idle timeout is left
        }
    }

    static void changed(void* self, MHD_Connection* connection, void**, MHD_ConnectionNotificationCode code) noexcept {
        try {
            auto& server = *static_cast<HttpServer*>(self);
            if (code == MHD_CONNECTION_NOTIFY_CLOSED) return server.connections_.closed(socket_of(connection));
            server.connections_.opened(socket_of(connection), server.now_());
        } catch (...) {  // NOLINT(bugprone-empty-catch): likewise
        }
    }

    // Paths are decoded by HttpAnswers, which knows that a decoded byte may be a NUL or a slash of a name.
    static std::size_t leave_escaped(void*, MHD_Connection*, char* text) noexcept { return std::strlen(text); }
};

HttpServer::HttpServer(const Listening& listening, const Latest<Published>& published, drivers::Now now,
                       HttpLimits limits)
    : port_(listening.port),
      url_(listening.url),
      now_(now),
      answers_(published, std::move(now), limits.alive_within),
      connections_(limits.deadlines, limits.connections) {}

std::expected<std::unique_ptr<HttpServer>, std::string> HttpServer::start(const config::ListenAddress& address,
                                                                          const Latest<Published>& published,
                                                                          drivers::Now now, HttpLimits limits) {
    const auto listening = listen_on(address);
    if (!listening) return std::unexpected(listening.error());
    return start_on(*listening, published, std::move(now), limits);
}

std::expected<std::unique_ptr<HttpServer>, std::string>
HttpServer::start(PassedSocket socket, const Latest<Published>& published, drivers::Now now, HttpLimits limits) {
    const auto listening = listening_on(socket.descriptor);
    if (!listening) return std::unexpected(listening.error());
    return start_on(*listening, published, std::move(now), limits);
}

std::expected<std::unique_ptr<HttpServer>, std::string> HttpServer::start_on(const Listening& listening,
                                                                             const Latest<Published>& published,
                                                                             drivers::Now now, HttpLimits limits) {
    std::unique_ptr<HttpServer> server(new HttpServer(listening, published, std::move(now), limits));
    const auto number = [](auto value) { return static_cast<std::intptr_t>(value); };
    const std::array options{
        MHD_OptionItem{MHD_OPTION_LISTEN_SOCKET, listening.socket, nullptr},
        MHD_OptionItem{MHD_OPTION_CONNECTION_LIMIT, number(limits.connections), nullptr},
        MHD_OptionItem{MHD_OPTION_PER_IP_CONNECTION_LIMIT, number(limits.connections_per_address), nullptr},
        MHD_OptionItem{MHD_OPTION_CONNECTION_TIMEOUT, number(limits.idle_timeout.count()), nullptr},
        MHD_OptionItem{MHD_OPTION_CONNECTION_MEMORY_LIMIT, number(limits.request_bytes), nullptr},
        MHD_OptionItem{MHD_OPTION_END, 0, nullptr}};
    server->daemon_ = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, nullptr, nullptr, &HttpCallbacks::handle, server.get(),
        MHD_OPTION_ARRAY, options.data(), MHD_OPTION_NOTIFY_CONNECTION, &HttpCallbacks::changed, server.get(),
        MHD_OPTION_NOTIFY_COMPLETED, &HttpCallbacks::completed, server.get(), MHD_OPTION_UNESCAPE_CALLBACK,
        &HttpCallbacks::leave_escaped, nullptr, MHD_OPTION_END);
    if (server->daemon_ == nullptr) {
        return std::unexpected("cannot serve on " + listening.url + ": libmicrohttpd did not start");
    }
    return server;
}

HttpServer::~HttpServer() {
    if (daemon_ != nullptr) MHD_stop_daemon(daemon_);
}

}  // namespace opticward::daemon
