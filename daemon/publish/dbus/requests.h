// Calls that are answered later: Refresh and Reload. Main thread only; nothing throws.
#pragma once

#include "daemon/judge/snapshot.h"
#include "daemon/publish/dbus/compat.h"
#include "daemon/publish/dbus/refresh_answer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace opticward::daemon::bus {

// So many wait at most; the next one is told that the daemon is busy.
inline constexpr std::size_t most_refreshes = 256;
inline constexpr std::size_t most_reloads = 16;

class Requests {
public:
    bool takes_refresh() const { return refreshes_.size() < most_refreshes; }
    bool takes_reload() const { return reloads_.size() < most_reloads; }

    void add_refresh(std::string port, SteadyTime asked, sdbus::Result<>&& result);
    // Answers those for which there is an answer now.
    void answer_refreshes(const Board& board);

    // The number to answer it by.
    std::uint64_t add_reload(sdbus::Result<>&& result);
    void answer_reload(std::uint64_t number, const std::optional<std::string>& problem);

private:
    struct Refresh {
        std::string port;
        SteadyTime asked;
        sdbus::Result<> result;
    };

    std::vector<Refresh> refreshes_;
    std::map<std::uint64_t, sdbus::Result<>> reloads_;
    std::uint64_t next_reload_ = 0;
};

void answer(const sdbus::Result<>& result, RefreshAnswer answer, const PortSnapshot* port);
void refuse(const sdbus::Result<>& result, const char* error_name, const std::string& text);

}  // namespace opticward::daemon::bus
