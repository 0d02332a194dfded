#include "drivers/network/ethtool_client.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::size_t largest_answer = 32'768;  // the kernel's largest message to one program
constexpr unsigned most_messages = 64;          // late answers that are passed over before giving up

std::unexpected<KernelError> error(int number, std::string words = {}) {
    return std::unexpected{KernelError{.error = number, .words = std::move(words)}};
}

}  // namespace

EthtoolClient::EthtoolClient(Open open, Now now) : open_{std::move(open)}, now_{std::move(now)} {}

KernelResult<std::size_t> EthtoolClient::module_part(const ModulePart& part, cmis::MutableBytes out) {
    const auto answer =
        ask([&](std::uint16_t family, std::uint32_t sequence) { return module_request(family, sequence, part); });
    if (!answer) return std::unexpected{answer.error()};
    const auto bytes = module_bytes_in(*answer);
    if (!bytes || bytes->size() > out.size()) return error(EBADMSG);
    std::ranges::copy(*bytes, out.begin());
    return bytes->size();
}

KernelResult<LinkState> EthtoolClient::link_state(const std::string& device) {
    const auto answer =
        ask([&](std::uint16_t family, std::uint32_t sequence) { return link_state_request(family, sequence, device); });
    if (!answer) return std::unexpected{answer.error()};
    return link_state_in(*answer);
}

KernelResult<LinkSpeed> EthtoolClient::link_speed(const std::string& device) {
    const auto answer =
        ask([&](std::uint16_t family, std::uint32_t sequence) { return link_speed_request(family, sequence, device); });
    if (!answer) return std::unexpected{answer.error()};
    return link_speed_in(*answer);
}

KernelResult<ModulePower> EthtoolClient::module_power(const std::string& device) {
    const auto answer = ask(
        [&](std::uint16_t family, std::uint32_t sequence) { return module_power_request(family, sequence, device); });
    if (!answer) return std::unexpected{answer.error()};
    return module_power_in(*answer);
}

KernelResult<NetlinkMessage> EthtoolClient::ask(const Request& request) {
    if (const auto ready = prepare(); !ready) return std::unexpected{ready.error()};
    const std::uint32_t sequence = ++sequence_;
    return exchange(request(*family_, sequence), sequence);
}

// Opens the socket and asks for the family's number, which stays the same until the kernel restarts.
KernelResult<void> EthtoolClient::prepare() {
    if (socket_ == nullptr) {
        auto opened = open_();
        if (!opened) return error(opened.error());
        socket_ = std::move(*opened);
    }
    if (family_) return {};
    const std::uint32_t sequence = ++sequence_;
    const auto answer = exchange(family_request(sequence), sequence);
    if (!answer && answer.error().error == ENOENT) return error(EOPNOTSUPP);  // a kernel before 5.6
    if (!answer) return std::unexpected{answer.error()};
    family_ = family_in(*answer);
    if (!family_) return error(EBADMSG);
    return {};
}

KernelResult<NetlinkMessage> EthtoolClient::exchange(const NetlinkMessage& message, std::uint32_t sequence) {
    if (const int sent = socket_->send(message); sent < 0) return std::unexpected{drop_socket(-sent)};
    const TimePoint deadline = now_() + longest_wait;
    NetlinkMessage buffer(largest_answer);
    for (unsigned seen = 0; seen < most_messages; ++seen) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - now_());
        if (left <= std::chrono::milliseconds::zero()) break;
        const int size = socket_->receive(buffer, left);
        if (size == -EINTR) continue;
        if (size < 0) return std::unexpected{drop_socket(-size)};
        const auto whole = std::min(static_cast<std::size_t>(size), buffer.size());
        auto answer = answer_in(cmis::Bytes{buffer}.first(whole), sequence);
        if (!answer) continue;  // of an earlier request that was given up
        if (answer->error != 0) return error(answer->error, std::move(answer->words));
        return std::move(answer->attributes);
    }
    return std::unexpected{drop_socket(ETIMEDOUT)};
}

// With the socket goes whatever is still in it.
KernelError EthtoolClient::drop_socket(int error) {
    socket_.reset();
    return {.error = error, .words = {}};
}

}  // namespace opticward::drivers
