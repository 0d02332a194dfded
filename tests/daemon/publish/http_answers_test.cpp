#include "daemon/publish/http_answers.h"

#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;
using samples::after;
using samples::OnePort;

TEST(PercentDecodedTest, TurnsCodesIntoBytes) {
    EXPECT_EQ(percent_decoded("/a%20b%2Fc%2f"), "/a b/c/");
    EXPECT_EQ(percent_decoded("+"), "+");
    EXPECT_EQ(percent_decoded(""), "");
    EXPECT_EQ(percent_decoded("%00x"), std::string("\0x", 2));
    EXPECT_EQ(percent_decoded("%25"), "%");
}

TEST(PercentDecodedTest, RefusesWhatIsNoCode) {
    for (const char* text : {"%", "%4", "%zz", "%4g", "% 1", "%-1", "%+1", "a%0"}) {
        EXPECT_FALSE(percent_decoded(text)) << text;
    }
}

class HttpAnswersTest : public testing::Test {
protected:
    std::string get(std::string_view path) { return *answers_.to("GET", path).body; }
    unsigned status(std::string_view path) { return answers_.to("GET", path).status; }

    // A board of one empty cage of that name.
    void publish_cage(std::string name) {
        OnePort port(samples::port(std::move(name)));
        publish(port.snapshot(after(0s)));
    }
    void publish(std::shared_ptr<const PortSnapshot> port) {
        const auto board =
            std::make_shared<const Board>(Board{.at = after(0s), .ports = {std::move(port)}, .buses = {}});
        published_.set({.metrics = std::make_shared<const std::string>("new 2\n"),
                        .board = board,
                        .at = after(0s).steady,
                        .ready = true});
    }

    Latest<Published> published_;
    SteadyTime now_ = after(0s).steady;
    HttpAnswers answers_{published_, [this] { return now_; }, 60s};
};

TEST_F(HttpAnswersTest, ThePortsAreAJsonArray) {
    publish_cage("swp7");
    const HttpAnswer answer = answers_.to("GET", "/api/v1/ports");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.type, "application/json");
    EXPECT_EQ(*answer.body, "[\n  {\n    \"port\": \"swp7\",\n    \"label\": \"7\",\n    \"state\": \"empty\",\n"
                            "    \"interval_seconds\": 10,\n    \"source\": \"simulated\",\n    \"verdicts\": [],\n"
                            "    \"alerts\": []\n  }\n]\n");
}

TEST_F(HttpAnswersTest, APortIsAJsonObject) {
    publish_cage("swp7");
    EXPECT_TRUE(get("/api/v1/ports/swp7").starts_with("{\n  \"port\": \"swp7\",\n"));
}

TEST_F(HttpAnswersTest, TheAlertsAreAJsonArray) {
    publish_cage("swp7");
    EXPECT_EQ(get("/api/v1/alerts"), "[]\n");
}

TEST_F(HttpAnswersTest, APortMayBeCalledAnything) {
    for (const auto& [name, path] : {std::pair{"Ethernet1/1", "Ethernet1%2F1"}, std::pair{"Ethernet1/1", "Ethernet1/1"},
                                     std::pair{"a b?#", "a%20b%3F%23"}, std::pair{"100%", "100%25"},
                                     std::pair{"\"\n", "%22%0a"}, std::pair{"..", ".."}}) {
        publish_cage(name);
        EXPECT_EQ(status(std::string{"/api/v1/ports/"} + path), 200) << path;
    }
}

TEST_F(HttpAnswersTest, AnUnknownPortIsNotFoundAndSaysWhereToLook) {
    publish_cage("swp7");
    const HttpAnswer answer = answers_.to("GET", "/api/v1/ports/swp8");
    EXPECT_EQ(answer.status, 404);
    EXPECT_EQ(answer.type, "application/json");
    EXPECT_EQ(*answer.body,
              "{\n  \"error\": \"there is no port swp8\",\n  \"links\": {\n    \"ports\": \"/api/v1/ports\",\n"
              "    \"alerts\": \"/api/v1/alerts\"\n  }\n}\n");
}

TEST_F(HttpAnswersTest, NamesThatOnlyLookAlikeAreNotFound) {
    publish_cage("swp7");
    for (const char* path : {"/api/v1/ports/", "/api/v1/ports/swp7%00", "/api/v1/ports/swp7/", "/api/v1/ports/SWP7",
                             "/api/v1/ports/%2e%2e", "/api/v1/alerts/", "/api", "/api/", "/api/v2/ports"}) {
        EXPECT_EQ(status(path), 404) << path;
        EXPECT_EQ(answers_.to("GET", path).type, "application/json") << path;
    }
}

TEST_F(HttpAnswersTest, ALongNameIsNotRepeatedInFull) {
    publish_cage("swp7");
    EXPECT_LT(get("/api/v1/ports/" + std::string(20'000, 'x')).size(), 300);
}

TEST_F(HttpAnswersTest, BytesOfAPathThatAreNoUtf8AreReplaced) {
    publish_cage("swp7");
    EXPECT_NE(get("/api/v1/ports/%ff%1b").find("no port \xEF\xBF\xBD\\u001b"), std::string::npos);
}

TEST_F(HttpAnswersTest, ABrokenCodeIsABadRequest) {
    EXPECT_EQ(status("/api/v1/ports/%zz"), 400);
    EXPECT_EQ(status("/%"), 400);
}

TEST_F(HttpAnswersTest, BeforeTheFirstBoardTheApiIsUnavailable) {
    for (const char* path : {"/api/v1/ports", "/api/v1/ports/swp7", "/api/v1/alerts"}) {
        const HttpAnswer answer = answers_.to("GET", path);
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.type, "application/json");
    }
}

TEST_F(HttpAnswersTest, OtherMethodsAreNotAllowedAnywhere) {
    for (const char* path : {"/", "/metrics", "/api/v1/ports", "/nothing", "/%"}) {
        const HttpAnswer answer = answers_.to("POST", path);
        EXPECT_EQ(answer.status, 405) << path;
        EXPECT_EQ(answer.allow, "GET, HEAD") << path;
    }
    EXPECT_EQ(answers_.to("POST", "/api/v1/ports").type, "application/json");
}

TEST_F(HttpAnswersTest, ATextIsRenderedOnceForABoard) {
    publish_cage("swp7");
    for (const char* path : {"/api/v1/ports", "/api/v1/ports/swp7", "/api/v1/alerts"}) {
        EXPECT_EQ(answers_.to("GET", path).body, answers_.to("GET", path).body) << path;
    }
}

TEST_F(HttpAnswersTest, ANewBoardHasANewText) {
    publish_cage("swp7");
    get("/api/v1/ports");
    publish_cage("swp8");
    EXPECT_NE(get("/api/v1/ports").find("swp8"), std::string::npos);
    EXPECT_EQ(status("/api/v1/ports/swp7"), 404);
}

TEST_F(HttpAnswersTest, AnAgeGrowsAlsoWhenNothingNewIsPublished) {
    OnePort port;
    port.take(samples::reading(samples::sr4(), after(0s)));
    publish(port.snapshot(after(0s)));
    EXPECT_NE(get("/api/v1/ports/swp7").find("\"age_seconds\": 0,"), std::string::npos);
    now_ = after(3s).steady;
    EXPECT_NE(get("/api/v1/ports/swp7").find("\"age_seconds\": 3,"), std::string::npos);
}

TEST_F(HttpAnswersTest, TheLandingPageLinksToEverything) {
    const std::string text = get("/");
    for (const char* path : {"/metrics", "/api/v1/ports", "/api/v1/alerts", "/livez", "/readyz"}) {
        EXPECT_NE(text.find("<a href=\"" + std::string{path} + "\">"), std::string::npos) << path;
        EXPECT_NE(status(path), 404) << path;
    }
}

}  // namespace
}  // namespace opticward::daemon
