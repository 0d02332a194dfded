#include "daemon/publish/http.h"

#include "daemon/publish/http_listen.h"
#include "daemon/publish/metrics.h"

#include <algorithm>
#include <array>
#include <microhttpd.h>
#include <string_view>
#include <utility>

namespace opticward::daemon {

namespace {

constexpr std::size_t memory_per_connection = 32 * 1024;
constexpr std::size_t block = 64 * 1024;
constexpr const char* html = "text/html; charset=utf-8";
constexpr const char* plain = "text/plain; charset=utf-8";

struct Answer {
    unsigned status = MHD_HTTP_OK;
    const char* type = plain;
    std::shared_ptr<const std::string> body;
    const char* allow = nullptr;
};

std::shared_ptr<const std::string> shared(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

constexpr std::string_view page_start =
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>opticward</title></head><body>";
constexpr std::string_view links =
    "<ul><li><a href=\"/metrics\">/metrics</a>: Prometheus</li>"
    "<li><a href=\"/livez\">/livez</a>: the daemon works</li>"
    "<li><a href=\"/readyz\">/readyz</a>: all ports were looked at once</li></ul></body></html>\n";

Answer page(unsigned status, std::string_view text) {
    return {.status = status,
            .type = html,
            .body = shared(std::string(page_start) + std::string(text) + std::string(links)),
            .allow = nullptr};
}

Answer metrics(const Published& published) {
    if (!published.metrics) {
        return {.status = MHD_HTTP_SERVICE_UNAVAILABLE,
                .type = plain,
                .body = shared("nothing was read yet\n"),
                .allow = nullptr};
    }
    return {.status = MHD_HTTP_OK, .type = metrics_content_type, .body = published.metrics, .allow = nullptr};
}

Answer alive(const Published& published, SteadyTime started, SteadyTime now, std::chrono::seconds within) {
    const SteadyTime last = published.metrics ? published.at : started;
    if (now - last <= within) return {.status = MHD_HTTP_OK, .type = plain, .body = shared("ok\n"), .allow = nullptr};
    return {.status = MHD_HTTP_SERVICE_UNAVAILABLE,
            .type = plain,
            .body = shared("the daemon published nothing lately\n"),
            .allow = nullptr};
}

Answer ready(const Published& published) {
    if (published.ready) return {.status = MHD_HTTP_OK, .type = plain, .body = shared("ok\n"), .allow = nullptr};
    return {.status = MHD_HTTP_SERVICE_UNAVAILABLE,
            .type = plain,
            .body = shared("not all ports were looked at yet\n"),
            .allow = nullptr};
}

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

MHD_Result send(MHD_Connection* connection, const Answer& answer) {
    // Owned by the response from now on; free_body ends it.
    Body* body = std::make_unique<Body>(answer.body).release();
    MHD_Response* response =
        MHD_create_response_from_callback(answer.body->size(), block, &read_body, body, &free_body);
    if (response == nullptr) {
        free_body(body);
        return MHD_NO;
    }
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer.type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Content-Security-Policy", "default-src 'none'");
    if (answer.allow != nullptr) MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, answer.allow);
    const MHD_Result queued = MHD_queue_response(connection, answer.status, response);
    MHD_destroy_response(response);
    return queued;
}

}  // namespace

struct HttpCallbacks {
    static Answer answer(const HttpServer& server, std::string_view path, std::string_view method) {
        if (method != MHD_HTTP_METHOD_GET && method != MHD_HTTP_METHOD_HEAD) {
            return {.status = MHD_HTTP_METHOD_NOT_ALLOWED,
                    .type = plain,
                    .body = shared("only GET and HEAD\n"),
                    .allow = "GET, HEAD"};
        }
        const Published published = server.published_.get();
        if (path == "/metrics") return metrics(published);
        if (path == "/livez") return alive(published, server.started_, server.now_(), server.limits_.alive_within);
        if (path == "/readyz") return ready(published);
        if (path == "/") return page(MHD_HTTP_OK, "<h1>opticward</h1><p>Transceiver telemetry.</p>");
        return page(MHD_HTTP_NOT_FOUND, "<h1>Not here</h1><p>What there is:</p>");
    }

    // The signature is libmicrohttpd's. No exception may cross it.
    static MHD_Result handle(void* server, MHD_Connection* connection, const char* url, const char* method, const char*,
                             const char*, std::size_t*, void**) noexcept {
        try {
            return send(connection, answer(*static_cast<HttpServer*>(server), url, method));
        } catch (...) {
            return MHD_NO;  // out of memory: the connection is closed
        }
    }
};

HttpServer::HttpServer(const config::ListenAddress& address, const Latest<Published>& published, drivers::Now now,
                       HttpLimits limits)
    : address_(address), published_(published), now_(std::move(now)), started_(now_()), limits_(limits) {}

std::expected<std::unique_ptr<HttpServer>, std::string> HttpServer::start(const config::ListenAddress& address,
                                                                          const Latest<Published>& published,
                                                                          drivers::Now now, HttpLimits limits) {
    const auto listening = listen_on(address);
    if (!listening) return std::unexpected(listening.error());
    std::unique_ptr<HttpServer> server(new HttpServer(address, published, std::move(now), limits));
    server->port_ = listening->port;
    const std::array options{
        MHD_OptionItem{MHD_OPTION_LISTEN_SOCKET, listening->socket, nullptr},
        MHD_OptionItem{MHD_OPTION_CONNECTION_LIMIT, static_cast<std::intptr_t>(limits.connections), nullptr},
        MHD_OptionItem{MHD_OPTION_CONNECTION_TIMEOUT, static_cast<std::intptr_t>(limits.idle_timeout.count()), nullptr},
        MHD_OptionItem{MHD_OPTION_CONNECTION_MEMORY_LIMIT, static_cast<std::intptr_t>(memory_per_connection), nullptr},
        MHD_OptionItem{MHD_OPTION_END, 0, nullptr}};
    server->daemon_ =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, nullptr, nullptr, &HttpCallbacks::handle,
                         server.get(), MHD_OPTION_ARRAY, options.data(), MHD_OPTION_END);
    if (server->daemon_ == nullptr) {
        return std::unexpected("cannot serve on " + address_text(address) + ": libmicrohttpd did not start");
    }
    return server;
}

HttpServer::~HttpServer() {
    if (daemon_ != nullptr) MHD_stop_daemon(daemon_);
}

std::string HttpServer::url() const {
    return "http://" + address_text({.address = address_.address, .port = port_});
}

}  // namespace opticward::daemon
