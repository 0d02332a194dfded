// Serves what was rendered: /metrics, a landing page, /livez and /readyz. Never touches hardware and never waits for the
// main thread. Read only: nothing can be changed through it.
#pragma once

#include "config/settings.h"
#include "daemon/instant.h"
#include "daemon/latest.h"
#include "drivers/timing.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>

struct MHD_Daemon;

namespace opticward::daemon {

// What the main thread publishes once a cycle.
struct Published {
    std::shared_ptr<const std::string> metrics;  // null: nothing rendered yet
    SteadyTime at;
    bool ready = false;  // all ports were looked at once
};

struct HttpLimits {
    unsigned connections = 64;
    std::chrono::seconds idle_timeout{10};
    // /livez fails when the main thread has published nothing for so long.
    std::chrono::seconds alive_within{60};
};

// One thread of its own, from start() to the destructor, which does not wait for slow clients.
class HttpServer {
public:
    // `published` must live longer. Port 0: the kernel chooses one. The error is one line that names the address.
    static std::expected<std::unique_ptr<HttpServer>, std::string> start(const config::ListenAddress& address,
                                                                         const Latest<Published>& published,
                                                                         drivers::Now now, HttpLimits limits);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::uint16_t port() const { return port_; }
    // "http://127.0.0.1:10156", "http://[::1]:10156".
    std::string url() const;

private:
    friend struct HttpCallbacks;

    HttpServer(const config::ListenAddress& address, const Latest<Published>& published, drivers::Now now,
               HttpLimits limits);

    config::ListenAddress address_;
    std::uint16_t port_ = 0;
    const Latest<Published>& published_;
    drivers::Now now_;
    SteadyTime started_;
    HttpLimits limits_;
    MHD_Daemon* daemon_ = nullptr;
};

}  // namespace opticward::daemon
