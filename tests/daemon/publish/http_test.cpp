#include "daemon/publish/http.h"

#include <arpa/inet.h>
#include <atomic>
#include <gtest/gtest.h>
#include <netdb.h>
#include <sys/socket.h>
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

class HttpServerTest : public testing::Test {
protected:
    void SetUp() override {
        auto started =
            HttpServer::start({.address = "127.0.0.1", .port = 0}, published_, [this] { return now_.load(); }, {});
        ASSERT_TRUE(started) << started.error();
        server_ = std::move(*started);
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
    for (const char* link : {"href=\"/metrics\"", "href=\"/livez\"", "href=\"/readyz\""}) {
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

}  // namespace
}  // namespace opticward::daemon
