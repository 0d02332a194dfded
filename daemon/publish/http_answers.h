// What the HTTP server answers: /metrics as it was rendered, the JSON of ports and alerts, health, and a page of links.
// Nothing here waits, reads hardware or changes anything.
#pragma once

#include "daemon/latest.h"
#include "daemon/publish/published.h"
#include "drivers/timing.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon {

struct HttpAnswer {
    unsigned status = 0;
    std::string_view type;
    std::shared_ptr<const std::string> body;
    std::string_view allow = {};  // empty: no such header
};

// The text behind %41 and the like; nothing where a % is not followed by two hex digits.
std::optional<std::string> percent_decoded(std::string_view text);

// One thread: the HTTP server's.
class HttpAnswers {
public:
    // `published` must live longer.
    HttpAnswers(const Latest<Published>& published, drivers::Now now, std::chrono::seconds alive_within);

    // `path` as it was sent, without the query.
    HttpAnswer to(std::string_view method, std::string_view path);

private:
    HttpAnswer page_of(std::string_view path);
    HttpAnswer alive(const Published& published) const;
    HttpAnswer api(std::string_view path, const Published& published);
    std::shared_ptr<const std::string> rendered(const std::string& path, const Board& board) const;
    void forget_old_texts(const std::shared_ptr<const Board>& board);

    const Latest<Published>& published_;
    drivers::Now now_;
    SteadyTime started_;
    std::chrono::seconds alive_within_;
    // The texts of one board, each rendered when it was first asked for: whoever asks in a loop costs no more than that.
    std::shared_ptr<const Board> board_;
    SteadyTime rendered_at_;
    std::map<std::string, std::shared_ptr<const std::string>> texts_;  // by path
};

}  // namespace opticward::daemon
