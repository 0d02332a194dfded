#include "daemon/publish/http.h"

#include "drivers/sysfs/file_descriptor.h"
#include "tests/drivers/temporary_folder.h"

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;

// Sends a request as it is and reads until the server closes. An empty answer: it could not be connected.
std::string exchange(const char* address, std::uint16_t port, const std::string& request) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address, std::to_string(port).c_str(), &hints, &found) != 0) return {};
    const int socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool connected = ::connect(socket, found->ai_addr, found->ai_addrlen) == 0;
    ::freeaddrinfo(found);
    std::string answer;
    if (connected && ::send(socket, request.data(), request.size(), MSG_NOSIGNAL) > 0) {
        std::array<char, 4096> buffer{};
        for (ssize_t count = 1; count > 0;) {
            count = ::recv(socket, buffer.data(), buffer.size(), 0);
            if (count > 0) answer.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }
    ::close(socket);
    return answer;
}

// A connection to the server that a test talks through piece by piece.
drivers::FileDescriptor connected(std::uint16_t port, int receive_buffer = 0) {
    drivers::FileDescriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (receive_buffer != 0) {
        ::setsockopt(socket.number(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    }
    union {
        sockaddr_in ip;
        sockaddr any;
    } address{};
    address.ip.sin_family = AF_INET;
    address.ip.sin_port = htons(port);
    address.ip.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket.number(), &address.any, sizeof address.ip) != 0) return {};
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    ::setsockopt(socket.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return socket;
}

bool say(const drivers::FileDescriptor& socket, std::string_view text) {
    return ::send(socket.number(), text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

// Whatever comes next; empty: the server ended the connection, or nothing came for long.
std::string next(const drivers::FileDescriptor& socket, int flags = 0) {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::recv(socket.number(), buffer.data(), buffer.size(), flags);
    return count > 0 ? std::string(buffer.data(), static_cast<std::size_t>(count)) : std::string{};
}

// Reads on until the part has come.
bool receives(const drivers::FileDescriptor& socket, std::string_view part) {
    std::string all;
    while (all.find(part) == std::string::npos) {
        const std::string more = next(socket);
        if (more.empty()) return false;
        all += more;
    }
    return true;
}

class HttpServerTest : public testing::Test {
protected:
    void SetUp() override { serve({}); }

    void serve(HttpLimits limits) {
        server_.reset();
        auto started = HttpServer::start(
            {.address = "127.0.0.1", .port = 0}, published_, [this] { return now_.load(); }, limits);
        ASSERT_TRUE(started) << started.error();
        server_ = std::move(*started);
    }

    // True when so many connections were ended; tries until the server knows of them.
    bool ends_overdue(std::size_t wanted) {
        const auto patience = std::chrono::steady_clock::now() + 20s;
        std::size_t ended = 0;
        while (ended < wanted && std::chrono::steady_clock::now() < patience) {
            ended += server_->close_overdue(now_.load());
            std::this_thread::yield();
        }
        return ended == wanted;
    }

    void publish(std::string text, bool ready = true) {
        published_.set(
            {.metrics = std::make_shared<const std::string>(std::move(text)), .at = now_.load(), .ready = ready});
    }

    std::string request(const std::string& method, const std::string& path) {
        return exchange("127.0.0.1", server_->port(),
                        method + " " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
    }

    Latest<Published> published_;
    std::atomic<SteadyTime> now_ = SteadyTime{100s};
    std::unique_ptr<HttpServer> server_;
};

bool has(const std::string& answer, std::string_view part) {
    return answer.find(part) != std::string::npos;
}

TEST_F(HttpServerTest, ServesTheLatestMetrics) {
    publish("old 1\n");
    publish("new 2\n");
    const std::string answer = request("GET", "/metrics");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
    EXPECT_TRUE(has(answer, "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"));
    EXPECT_TRUE(has(answer, "\r\nContent-Length: 6\r\n"));
    EXPECT_TRUE(answer.ends_with("\r\n\r\nnew 2\n"));
}

TEST_F(HttpServerTest, ServesATextThatIsLargerThanItsBuffers) {
    const std::string large(3'000'000, 'x');
    publish(large);
    const std::string answer = request("GET", "/metrics");
    EXPECT_TRUE(answer.ends_with("\r\n\r\n" + large));
}

TEST_F(HttpServerTest, HeadHasTheHeadersOnly) {
    publish("new 2\n");
    const std::string answer = request("HEAD", "/metrics");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(has(answer, "\r\nContent-Length: 6\r\n"));
    EXPECT_TRUE(answer.ends_with("\r\n\r\n"));
}

TEST_F(HttpServerTest, SaysSoWhileNothingWasRead) {
    EXPECT_TRUE(request("GET", "/metrics").starts_with("HTTP/1.1 503 "));
}

TEST_F(HttpServerTest, TheLandingPageLinksToWhatThereIs) {
    const std::string answer = request("GET", "/");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(has(answer, "\r\nContent-Type: text/html; charset=utf-8\r\n"));
    for (const char* link : {"href=\"/metrics\"", "href=\"/api/v1/ports\"", "href=\"/livez\"", "href=\"/readyz\""}) {
        EXPECT_TRUE(has(answer, link)) << link;
    }
}

TEST_F(HttpServerTest, AnUnknownPathIsNotFound) {
    const std::string answer = request("GET", "/metrics/../etc/passwd");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 404 ")) << answer;
    EXPECT_TRUE(has(answer, "href=\"/metrics\""));
    EXPECT_FALSE(has(answer, "passwd"));
}

TEST_F(HttpServerTest, OtherMethodsAreNotAllowed) {
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS"}) {
        const std::string answer = request(method, "/metrics");
        EXPECT_TRUE(answer.starts_with("HTTP/1.1 405 ")) << answer;
        EXPECT_TRUE(has(answer, "\r\nAllow: GET, HEAD\r\n")) << method;
    }
}

TEST_F(HttpServerTest, ABodyIsNotWaitedFor) {
    const std::string answer =
        exchange("127.0.0.1", server_->port(),
                 "POST /metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 405 ")) << answer;
}

TEST_F(HttpServerTest, GarbageIsABadRequest) {
    const std::string answer = exchange("127.0.0.1", server_->port(), "\x01\x02\x03\r\n\r\n");
    EXPECT_FALSE(has(answer, " 200 "));
    EXPECT_TRUE(request("GET", "/").starts_with("HTTP/1.1 200 OK\r\n"));
}

TEST_F(HttpServerTest, AnswersMayNotBeKeptGuessedAtOrRun) {
    for (const char* path : {"/", "/metrics", "/nothing"}) {
        const std::string answer = request("GET", path);
        EXPECT_TRUE(has(answer, "\r\nCache-Control: no-store\r\n")) << answer;
        EXPECT_TRUE(has(answer, "\r\nX-Content-Type-Options: nosniff\r\n"));
        EXPECT_TRUE(has(answer, "\r\nContent-Security-Policy: default-src 'none'\r\n"));
    }
}

TEST_F(HttpServerTest, TheApiIsServedWithItsNamesDecoded) {
    PortSnapshot port;
    port.name = "a/b %";
    const auto board = std::make_shared<const Board>(
        Board{.at = {}, .ports = {std::make_shared<const PortSnapshot>(std::move(port))}, .buses = {}});
    published_.set({.metrics = nullptr, .board = board, .at = now_.load(), .ready = true});
    for (const char* path : {"/api/v1/ports/a%2Fb%20%25", "/api/v1/ports/a/b%20%25?x=1"}) {
        const std::string answer = request("GET", path);
        EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
        EXPECT_TRUE(has(answer, "\r\nContent-Type: application/json\r\n"));
        EXPECT_TRUE(has(answer, "\"port\": \"a/b %\""));
    }
    EXPECT_TRUE(request("GET", "/api/v1/ports/a%2Fb%20%25%00").starts_with("HTTP/1.1 404 "));
    const std::string head = request("HEAD", "/api/v1/ports");
    EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(head.ends_with("\r\n\r\n"));
}

TEST_F(HttpServerTest, HeadersThatAreTooLargeAreRefused) {
    const std::string answer =
        exchange("127.0.0.1", server_->port(),
                 "GET / HTTP/1.1\r\nHost: test\r\nX-Large: " + std::string(40'000, 'x') + "\r\n\r\n");
    EXPECT_FALSE(has(answer, " 200 ")) << answer;
    EXPECT_TRUE(request("GET", "/").starts_with("HTTP/1.1 200 OK\r\n"));
}

TEST_F(HttpServerTest, AClientThatDribblesItsRequestIsCutOff) {
    const auto client = connected(server_->port());
    // Answered once, so the server has taken it before time goes on.
    ASSERT_TRUE(say(client, "GET /livez HTTP/1.1\r\nHost: test\r\n\r\n"));
    ASSERT_TRUE(receives(client, "ok\n"));
    ASSERT_TRUE(say(client, "GET / HTTP/1.1\r\nHost: test\r\nX: "));
    for (int second = 0; second < 31; ++second) {
        ASSERT_TRUE(say(client, "x"));
        now_ = now_.load() + 2s;
    }
    EXPECT_TRUE(ends_overdue(1));
    EXPECT_EQ(next(client), "");
}

TEST_F(HttpServerTest, AClientThatDoesNotReadItsAnswerIsCutOff) {
    publish(std::string(50'000'000, 'x'));
    const auto client = connected(server_->port(), 4096);
    ASSERT_TRUE(say(client, "GET /metrics HTTP/1.1\r\nHost: test\r\n\r\n"));
    ASSERT_NE(next(client, MSG_PEEK), "");
    now_ = now_.load() + 59s;
    EXPECT_EQ(server_->close_overdue(now_.load()), 0);
    now_ = now_.load() + 2s;
    EXPECT_TRUE(ends_overdue(1));
    publish("new 2\n");
    EXPECT_TRUE(request("GET", "/metrics").ends_with("new 2\n"));
}

TEST_F(HttpServerTest, AConnectionThatIsUsedAgainAndAgainStays) {
    publish("new 2\n");
    const auto client = connected(server_->port());
    for (int scrape = 0; scrape < 5; ++scrape) {
        ASSERT_TRUE(say(client, "GET /metrics HTTP/1.1\r\nHost: test\r\n\r\n"));
        ASSERT_TRUE(receives(client, "new 2\n")) << scrape;
        now_ = now_.load() + 20s;
        EXPECT_EQ(server_->close_overdue(now_.load()), 0);
    }
}

TEST_F(HttpServerTest, OneAddressCannotTakeAllConnections) {
    HttpLimits limits;
    limits.connections_per_address = 2;
    serve(limits);
    // Each is answered once, so the server has taken it.
    const auto ask = [](const drivers::FileDescriptor& client) {
        say(client, "GET /livez HTTP/1.1\r\nHost: test\r\n\r\n");
        return next(client);
    };
    auto first = connected(server_->port());
    const auto second = connected(server_->port());
    EXPECT_NE(ask(first), "");
    EXPECT_NE(ask(second), "");
    EXPECT_EQ(ask(connected(server_->port())), "");
    first.close();
    const auto patience = std::chrono::steady_clock::now() + 20s;
    bool taken = false;
    while (!taken && std::chrono::steady_clock::now() < patience) {
        taken = !ask(connected(server_->port())).empty();
    }
    EXPECT_TRUE(taken);
}

TEST_F(HttpServerTest, TheDestructorWaitsForNobody) {
    publish(std::string(50'000'000, 'x'));
    const auto silent = connected(server_->port());
    const auto stuck = connected(server_->port(), 4096);
    ASSERT_TRUE(say(stuck, "GET /metrics HTTP/1.1\r\nHost: test\r\n\r\n"));
    ASSERT_NE(next(stuck, MSG_PEEK), "");
    const auto before = std::chrono::steady_clock::now();
    server_.reset();
    EXPECT_LT(std::chrono::steady_clock::now() - before, 5s);
}

TEST_F(HttpServerTest, IsReadyAfterTheFirstSweep) {
    publish("new 2\n", false);
    EXPECT_TRUE(request("GET", "/readyz").starts_with("HTTP/1.1 503 "));
    publish("new 2\n", true);
    EXPECT_TRUE(request("GET", "/readyz").starts_with("HTTP/1.1 200 "));
}

TEST_F(HttpServerTest, IsAliveWhileSomethingIsPublished) {
    EXPECT_TRUE(request("GET", "/livez").starts_with("HTTP/1.1 200 "));
    now_ = SteadyTime{150s};
    publish("new 2\n");
    now_ = SteadyTime{210s};
    EXPECT_TRUE(request("GET", "/livez").starts_with("HTTP/1.1 200 "));
    now_ = SteadyTime{211s};
    EXPECT_TRUE(request("GET", "/livez").starts_with("HTTP/1.1 503 "));
}

TEST_F(HttpServerTest, APortThatIsTakenIsAnErrorThatNamesIt) {
    const auto second = HttpServer::start({.address = "127.0.0.1", .port = server_->port()}, published_,
                                          [this] { return now_.load(); }, {});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error(),
              "cannot listen on 127.0.0.1:" + std::to_string(server_->port()) + ": Address already in use");
}

TEST_F(HttpServerTest, SaysWhereItListens) {
    EXPECT_NE(server_->port(), 0);
    EXPECT_EQ(server_->url(), "http://127.0.0.1:" + std::to_string(server_->port()));
}

TEST(HttpServerAddressTest, AnAddressThatIsNoneIsAnError) {
    const Latest<Published> published;
    const auto server =
        HttpServer::start({.address = "not-an-address", .port = 0}, published, [] { return SteadyTime{}; }, {});
    ASSERT_FALSE(server);
    EXPECT_TRUE(server.error().starts_with("cannot listen on not-an-address:0: ")) << server.error();
}

TEST(HttpServerAddressTest, ListensOnIpv6) {
    Latest<Published> published;
    published.set({.metrics = std::make_shared<const std::string>("new 2\n"), .at = {}, .ready = true});
    const auto server = HttpServer::start({.address = "::1", .port = 0}, published, [] { return SteadyTime{}; }, {});
    if (!server) GTEST_SKIP() << server.error();  // a machine may have IPv6 switched off
    EXPECT_EQ((*server)->url(), "http://[::1]:" + std::to_string((*server)->port()));
    EXPECT_TRUE(has(exchange("::1", (*server)->port(), "GET /metrics HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"),
                    "new 2"));
}

// A socket that listens, as the service manager would pass it.
class HttpServerPassedSocketTest : public testing::Test {
protected:
    std::expected<std::unique_ptr<HttpServer>, std::string> serve(int socket) {
        return HttpServer::start(PassedSocket{socket}, published_, [] { return SteadyTime{}; }, {});
    }

    Latest<Published> published_;
};

TEST_F(HttpServerPassedSocketTest, ServesOnIt) {
    const int socket = ::socket(AF_INET6, SOCK_STREAM, 0);
    union {
        sockaddr_in6 ip;
        sockaddr any;
    } address{};
    address.ip.sin6_family = AF_INET6;
    address.ip.sin6_addr = in6addr_loopback;
    if (::bind(socket, &address.any, sizeof address.ip) != 0) GTEST_SKIP() << "a machine may have IPv6 switched off";
    ASSERT_EQ(::listen(socket, 8), 0);
    const auto server = serve(socket);
    ASSERT_TRUE(server) << server.error();
    EXPECT_EQ((*server)->url(), "http://[::1]:" + std::to_string((*server)->port()));
    EXPECT_TRUE(has(exchange("::1", (*server)->port(), "GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"),
                    "HTTP/1.1 200 OK"));
}

TEST_F(HttpServerPassedSocketTest, ServesOnASocketOfTheFileSystem) {
    const drivers::TemporaryFolder folder;
    union {
        sockaddr_un local;
        sockaddr any;
    } address{};
    address.local.sun_family = AF_UNIX;
    const std::string path = (folder.path() / "http.sock").string();
    path.copy(static_cast<char*>(address.local.sun_path), sizeof address.local.sun_path - 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(::bind(socket, &address.any, sizeof address.local), 0);
    ASSERT_EQ(::listen(socket, 8), 0);
    const auto server = serve(socket);
    ASSERT_TRUE(server) << server.error();
    EXPECT_EQ((*server)->url(), "unix:" + path);
    EXPECT_EQ((*server)->port(), 0);
    const drivers::FileDescriptor client{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    ASSERT_EQ(::connect(client.number(), &address.any, sizeof address.local), 0);
    ASSERT_TRUE(say(client, "GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"));
    EXPECT_TRUE(receives(client, "HTTP/1.1 200 OK"));
}

TEST_F(HttpServerPassedSocketTest, ASocketThatDoesNotListenIsAnError) {
    const drivers::FileDescriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const auto server = serve(socket.number());
    ASSERT_FALSE(server);
    EXPECT_EQ(server.error(), "cannot serve on descriptor " + std::to_string(socket.number()) +
                                  ": it is no stream socket that listens");
}

}  // namespace
}  // namespace opticward::daemon
