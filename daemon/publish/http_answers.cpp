#include "daemon/publish/http_answers.h"

#include "cmis/value.h"
#include "daemon/publish/contract.h"
#include "daemon/publish/json.h"
#include "daemon/publish/metrics.h"

#include <charconv>
#include <microhttpd.h>
#include <utility>

namespace opticward::daemon {

namespace {

constexpr std::string_view html = "text/html; charset=utf-8";
constexpr std::string_view plain = "text/plain; charset=utf-8";
constexpr std::string_view json = "application/json";

constexpr std::string_view api_start = "/api";
constexpr std::string_view ports_path = "/api/v1/ports";
constexpr std::string_view port_start = "/api/v1/ports/";
constexpr std::string_view alerts_path = "/api/v1/alerts";
constexpr std::string_view only_reading = "only GET and HEAD";

// Ages in the JSON are as old as its text: not older than that, even when nothing new is published.
constexpr std::chrono::seconds longest_use{1};

std::shared_ptr<const std::string> shared(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

HttpAnswer text_answer(unsigned status, std::string_view text) {
    return {.status = status, .type = plain, .body = shared(std::string{text} + "\n")};
}

HttpAnswer unavailable(std::string_view why) {
    return text_answer(MHD_HTTP_SERVICE_UNAVAILABLE, why);
}

constexpr std::string_view page_start =
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>opticward</title></head><body>";
constexpr std::string_view page_links =
    "<ul><li><a href=\"/metrics\">/metrics</a>: Prometheus</li>"
    "<li><a href=\"/api/v1/ports\">/api/v1/ports</a>: all ports and their modules as JSON; "
    "/api/v1/ports/NAME: one of them</li>"
    "<li><a href=\"/api/v1/alerts\">/api/v1/alerts</a>: what is wrong now, as JSON</li>"
    "<li><a href=\"/livez\">/livez</a>: the daemon works</li>"
    "<li><a href=\"/readyz\">/readyz</a>: all ports were looked at once</li></ul></body></html>\n";

HttpAnswer page(unsigned status, std::string_view text) {
    return {.status = status,
            .type = html,
            .body = shared(std::string{page_start} + std::string{text} + std::string{page_links})};
}

HttpAnswer api_error(unsigned status, std::string_view what) {
    const cmis::Object links{{"ports", ports_path}, {"alerts", alerts_path}};
    const cmis::Object error{{"error", what}, {"links", links}};
    return {.status = status, .type = json, .body = shared(to_json(error, JsonStyle::pretty) + "\n")};
}

// Also of what only looks like the API, so that a client of it always gets JSON.
bool belongs_to_api(std::string_view path) {
    return path == api_start || path.starts_with("/api/");
}

HttpAnswer metrics(const Published& published) {
    if (!published.metrics) return unavailable("nothing was read yet");
    return {.status = MHD_HTTP_OK, .type = metrics_content_type, .body = published.metrics};
}

HttpAnswer ready(const Published& published) {
    return published.ready ? text_answer(MHD_HTTP_OK, "ok") : unavailable("not all ports were looked at yet");
}

std::string no_such_port(std::string_view name) {
    constexpr std::size_t longest = 64;
    return "there is no port " + std::string{name.substr(0, longest)} + (name.size() > longest ? "..." : "");
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text) {
    constexpr std::size_t digits = 2;
    constexpr int hexadecimal = 16;
    std::string decoded;
    while (!text.empty()) {
        if (text.front() != '%') {
            decoded += text.front();
            text.remove_prefix(1);
            continue;
        }
        const std::string_view code = text.substr(1, digits);
        std::uint8_t byte = 0;
        const char* const end = code.data() + code.size();
        const auto read = std::from_chars(code.data(), end, byte, hexadecimal);
        if (code.size() < digits || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
        decoded += static_cast<char>(byte);
        text.remove_prefix(1 + digits);
    }
    return decoded;
}

HttpAnswers::HttpAnswers(const Latest<Published>& published, drivers::Now now, std::chrono::seconds alive_within)
    : published_(published), now_(std::move(now)), started_(now_()), alive_within_(alive_within) {}

HttpAnswer HttpAnswers::to(std::string_view method, std::string_view path) {
    const std::optional<std::string> decoded = percent_decoded(path);
    const bool of_api = belongs_to_api(decoded ? *decoded : path);
    if (method != MHD_HTTP_METHOD_GET && method != MHD_HTTP_METHOD_HEAD) {
        HttpAnswer answer = of_api ? api_error(MHD_HTTP_METHOD_NOT_ALLOWED, only_reading)
                                   : text_answer(MHD_HTTP_METHOD_NOT_ALLOWED, only_reading);
        answer.allow = "GET, HEAD";
        return answer;
    }
    if (!decoded) return text_answer(MHD_HTTP_BAD_REQUEST, "a % in the path needs two hex digits behind it");
    if (of_api) return api(*decoded, published_.get());
    return page_of(*decoded);
}

HttpAnswer HttpAnswers::page_of(std::string_view path) {
    const Published published = published_.get();
    if (path == "/metrics") return metrics(published);
    if (path == "/livez") return alive(published);
    if (path == "/readyz") return ready(published);
    if (path == "/") return page(MHD_HTTP_OK, "<h1>opticward</h1><p>Transceiver telemetry.</p>");
    return page(MHD_HTTP_NOT_FOUND, "<h1>Not here</h1><p>What there is:</p>");
}

HttpAnswer HttpAnswers::alive(const Published& published) const {
    const SteadyTime last = published.metrics ? published.at : started_;
    if (now_() - last <= alive_within_) return text_answer(MHD_HTTP_OK, "ok");
    return unavailable("the daemon published nothing lately");
}

HttpAnswer HttpAnswers::api(std::string_view path, const Published& published) {
    const bool known = path == ports_path || path == alerts_path || path.starts_with(port_start);
    if (!known) return api_error(MHD_HTTP_NOT_FOUND, "there is nothing at this path");
    if (!published.board) return api_error(MHD_HTTP_SERVICE_UNAVAILABLE, "nothing was read yet");
    forget_old_texts(published.board);
    std::string key{path};
    auto found = texts_.find(key);
    if (found == texts_.end()) {
        auto text = rendered(key, *published.board);
        // Only of ports that there are, so that questions cannot fill the memory.
        if (!text) return api_error(MHD_HTTP_NOT_FOUND, no_such_port(path.substr(port_start.size())));
        found = texts_.emplace(std::move(key), std::move(text)).first;
    }
    return {.status = MHD_HTTP_OK, .type = json, .body = found->second};
}

std::shared_ptr<const std::string> HttpAnswers::rendered(const std::string& path, const Board& board) const {
    const Instant now{.steady = rendered_at_, .wall = board.at.wall};
    if (path == ports_path) return shared(ports_json(board, now));
    if (path == alerts_path) return shared(alerts_json(board));
    auto text = port_json(board, std::string_view{path}.substr(port_start.size()), now);
    return text ? shared(std::move(*text)) : nullptr;
}

void HttpAnswers::forget_old_texts(const std::shared_ptr<const Board>& board) {
    const SteadyTime now = now_();
    if (board == board_ && now - rendered_at_ < longest_use) return;
    board_ = board;
    rendered_at_ = now;
    texts_.clear();
}

}  // namespace opticward::daemon
