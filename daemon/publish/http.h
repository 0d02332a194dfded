// Serves what was published: /metrics, the JSON of ports and alerts, /livez, /readyz and a page of links. Never touches
// hardware and never waits for the main thread. Read only: nothing can be changed through it.
#pragma once

#include "config/settings.h"
#include "daemon/latest.h"
#include "daemon/publish/http_answers.h"
#include "daemon/publish/http_connections.h"
#include "daemon/publish/published.h"
#include "drivers/timing.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>

struct MHD_Daemon;

namespace opticward::daemon {

struct Listening;

struct HttpLimits {
    unsigned connections = 64;
    unsigned connections_per_address = 32;
    std::size_t request_bytes = 32 * 1024;  // of all headers together
    std::chrono::seconds idle_timeout{10};
    HttpDeadlines deadlines = {};
    // /livez fails when the main thread has published nothing for so long.
    std::chrono::seconds alive_within{60};
};

// A socket that another process opened and listens with, as systemd passes it; the server owns it from then on.
struct PassedSocket {
    int descriptor = -1;
};

// One thread of its own, from start() to the destructor, which does not wait for slow clients.
class HttpServer {
public:
    // `published` must live longer. Port 0: the kernel chooses one. The error is one line that names the address.
    static std::expected<std::unique_ptr<HttpServer>, std::string> start(const config::ListenAddress& address,
                                                                         const Latest<Published>& published,
                                                                         drivers::Now now, HttpLimits limits);
    // The same on a socket that listens already.
    static std::expected<std::unique_ptr<HttpServer>, std::string>
    start(PassedSocket socket, const Latest<Published>& published, drivers::Now now, HttpLimits limits);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    // 0 where it listens on a socket of the file system.
    std::uint16_t port() const { return port_; }
    // "http://127.0.0.1:10156", "http://[::1]:10156", "unix:/run/opticward/http.sock".
    const std::string& url() const { return url_; }

    // Ends connections whose client is too slow and returns how many. Any thread; meant for the main thread's cycle,
    // since an attack must not be able to keep the server's own thread from it.
    std::size_t close_overdue(SteadyTime now) { return connections_.close_overdue(now); }

private:
    friend struct HttpCallbacks;

    HttpServer(const Listening& listening, const Latest<Published>& published, drivers::Now now, HttpLimits limits);
    static std::expected<std::unique_ptr<HttpServer>, std::string>
    start_on(const Listening& listening, const Latest<Published>& published, drivers::Now now, HttpLimits limits);

    std::uint16_t port_ = 0;
    std::string url_;
    drivers::Now now_;
    HttpAnswers answers_;
    HttpConnections connections_;
    MHD_Daemon* daemon_ = nullptr;
};

}  // namespace opticward::daemon
