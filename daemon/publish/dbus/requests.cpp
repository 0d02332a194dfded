#include "daemon/publish/dbus/requests.h"

#include "daemon/publish/dbus/boundary.h"
#include "daemon/publish/dbus/utf8.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon::bus {

namespace {

const PortSnapshot* find(const Board& board, const std::string& name) {
    const auto found = std::ranges::find(
        board.ports, name, [](const auto& port) -> const auto& { return port->name; });
    return found == board.ports.end() ? nullptr : found->get();
}

std::string reason(const PortSnapshot* port) {
    const bool known = port != nullptr && port->fault;
    return known ? "The module did not answer: " + std::string{drivers::text(*port->fault)} + "."
                 : "The module did not answer.";
}

}  // namespace

void refuse(const sdbus::Result<>& result, const char* error_name, const std::string& text) {
    tried([&] { result.returnError(error(error_name, sendable(text))); });
}

void answer(const sdbus::Result<>& result, RefreshAnswer answer, const PortSnapshot* port) {
    switch (answer) {
        case RefreshAnswer::done: tried([&] { result.returnResults(); }); return;
        case RefreshAnswer::read_failed: return refuse(result, read_failed_error, reason(port));
        case RefreshAnswer::not_present: return refuse(result, not_present_error, "The cage is empty.");
        case RefreshAnswer::not_supported:
            return refuse(result, not_supported_error, "This host cannot read the port.");
        case RefreshAnswer::busy: return refuse(result, busy_error, "The port is paused.");
        case RefreshAnswer::timed_out:
            return refuse(result, timeout_error, "The port was not read within ten seconds.");
        case RefreshAnswer::unknown_port: return refuse(result, unknown_object_error, "The port is gone.");
    }
}

void Requests::add_refresh(std::string port, SteadyTime asked, sdbus::Result<>&& result) {
    refreshes_.push_back({.port = std::move(port), .asked = asked, .result = std::move(result)});
}

void Requests::answer_refreshes(const Board& board) {
    std::erase_if(refreshes_, [&](const Refresh& refresh) {
        const PortSnapshot* port = find(board, refresh.port);
        const auto found = answer_to_refresh(port, refresh.asked, board.at.steady);
        if (found) answer(refresh.result, *found, port);
        return found.has_value();
    });
}

std::uint64_t Requests::add_reload(sdbus::Result<>&& result) {
    reloads_.emplace(++next_reload_, std::move(result));
    return next_reload_;
}

void Requests::answer_reload(std::uint64_t number, const std::optional<std::string>& problem) {
    const auto found = reloads_.find(number);
    if (found == reloads_.end()) return;
    if (problem) {
        refuse(found->second, invalid_configuration_error, *problem);
    } else {
        tried([&] { found->second.returnResults(); });
    }
    reloads_.erase(found);
}

}  // namespace opticward::daemon::bus
