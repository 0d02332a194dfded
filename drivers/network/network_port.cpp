#include "drivers/network/network_port.h"

#include "drivers/errno_fault.h"
#include "drivers/network/network_devices.h"
#include "drivers/sysfs/small_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <linux/ethtool.h>
#include <system_error>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::size_t page_end = 256;
constexpr std::size_t most_holds = 64;

bool is_valid(cmis::ByteRange range, std::size_t size) {
    if (range.size != size) return false;
    if (range.page.lower) return range.offset + size <= cmis::upper_memory_start;
    return range.offset >= cmis::upper_memory_start && range.offset + size <= page_end;
}

bool is_probe(cmis::ByteRange range) {
    return range.page == cmis::lower_memory && range.offset == 0 && range.size == 1;
}

// Somebody else's turn, a right or a name: asking again costs the driver nothing and the kernel logs nothing.
bool is_worth_holding(Fault fault) {
    return fault != Fault::bus_busy && fault != Fault::permission && fault != Fault::no_device;
}

std::unexpected<KernelError> error(int number) {
    return std::unexpected{KernelError{.error = number, .words = {}}};
}

// Where the ioctl's run of bytes has a piece; nothing: it has none.
std::optional<std::uint32_t> place_in(const LegacyModule& module, cmis::ByteRange piece) {
    const bool has_pages = module.type == ETH_MODULE_SFF_8636 || module.type == ETH_MODULE_SFF_8436;
    const bool has_diagnostics = module.type == ETH_MODULE_SFF_8472;
    const bool is_diagnostics = piece.page.device == cmis::diagnostics_address;
    if (piece.page.bank != 0 || (is_diagnostics && !has_diagnostics)) return std::nullopt;
    if (piece.page.page != 0 && (is_diagnostics || !has_pages)) return std::nullopt;
    const std::size_t first = is_diagnostics ? page_end : cmis::page_size * piece.page.page;
    const std::size_t place = first + piece.offset;
    if (place + piece.size > module.size) return std::nullopt;
    return static_cast<std::uint32_t>(place);
}

}  // namespace

Result<void> NetworkPort::read(cmis::ByteRange range, cmis::MutableBytes out) {
    repeats_ = false;
    if (!is_valid(range, out.size())) return failed(Fault::page_refused);
    if (out.empty()) return {};
    if (is_probe(range) || !holds_.empty()) notice_link();
    if (answers_from_memory(range)) {
        out.front() = *identifier_;
        return {};
    }
    if (const Hold* hold = held(range.page)) {
        repeats_ = true;
        explanation_ = hold->explanation;
        return failed(hold->fault);
    }
    const auto done = read_range(range, out);
    if (!done) {
        const Fault fault = seen_from_the_cage(range.page, done.error());
        ++counters_.failed_reads;
        identifier_.reset();
        hold(range.page, fault);
        return failed(fault);
    }
    holds_.erase(range.page);
    learn(range, out);
    return {};
}

void NetworkPort::forget() {
    holds_.clear();
    rules_.reset();
    page_zero_.reset();
    identifier_.reset();
    legacy_.reset();
}

// Another page than 00h is asked for only when the module says that it has pages.
Result<void> NetworkPort::may_read(cmis::ByteRange range) {
    if (range.page.lower || (range.page.page == 0 && range.page.bank == 0)) return {};
    if (range.page.device != cmis::module_address) return failed(Fault::page_refused);
    if (!rules_) {
        std::array<std::uint8_t, 3> start{};  // identifier, revision, status
        const cmis::ByteRange of_start{.page = cmis::lower_memory, .offset = 0, .size = start.size()};
        if (const auto done = read_pieces(of_start, start); !done) return done;
        learn(of_start, start);
    }
    const PageRules rules = rules_.value_or(PageRules{});
    if (!rules.paged || (range.page.bank != 0 && !rules.banked)) return failed(Fault::page_refused);
    if (range.page.bank != 0 && kernel_driver_of(parts_.root, parts_.device) == "mlx5_core") {
        explanation_ = "mlx5_core gives the bytes of bank 0 for every bank";
        return failed(Fault::page_refused);
    }
    return {};
}

Result<void> NetworkPort::read_range(cmis::ByteRange range, cmis::MutableBytes out) {
    explanation_.clear();
    const auto wait = parts_.pace->wait_for_turn(parts_.timing.now());
    if (wait > std::chrono::nanoseconds::zero()) parts_.timing.pause(wait);
    if (const auto allowed = may_read(range); !allowed) return allowed;
    if (const auto done = read_pieces(range, out); !done) return done;
    // There are drivers that give page 00h for every page.
    const bool is_further_page = !range.page.lower && range.page != cmis::upper_page(0);
    if (is_further_page && page_zero_ && std::ranges::equal(out, *page_zero_)) {
        ++counters_.page_mismatches;
        ++count_of(counters_.faults, Fault::page_refused);
        explanation_ = "the driver of " + parts_.device + " gives page 00h for another page";
        return failed(Fault::page_refused);
    }
    return {};
}

Result<void> NetworkPort::read_pieces(cmis::ByteRange range, cmis::MutableBytes out) {
    const TimePoint give_up = parts_.timing.now() + deadline;
    while (!out.empty()) {
        const TimePoint begin = parts_.timing.now();
        if (begin >= give_up) {
            ++count_of(counters_.faults, Fault::timeout);
            return failed(Fault::timeout);
        }
        range.size = static_cast<std::uint8_t>(out.size());
        const auto size = read_piece(range, out);
        ++counters_.transfers;
        counters_.busy += parts_.timing.now() - begin;
        if (!size) {
            const Fault fault = fault_of_read(size.error(), range);
            explanation_ = reason_of(size.error(), fault);
            ++count_of(counters_.faults, fault);
            return failed(fault);
        }
        if (*size == 0 || *size > out.size()) {
            explanation_ = "the driver of " + parts_.device + " gave no bytes";
            ++count_of(counters_.faults, Fault::short_read);
            return failed(Fault::short_read);
        }
        counters_.bytes_read += *size;
        out = out.subspan(*size);
        range.offset = static_cast<std::uint8_t>(range.offset + *size);
    }
    return {};
}

// By netlink; where the kernel or the driver cannot, by the older ioctl.
KernelResult<std::size_t> NetworkPort::read_piece(cmis::ByteRange piece, cmis::MutableBytes out) {
    if (legacy_) return read_legacy(piece, out);
    const ModulePart part{.device = parts_.device,
                          .address = piece.page.device,
                          .page = piece.page.page,
                          .bank = piece.page.bank,
                          .offset = piece.offset,
                          .length = piece.size};
    auto size = parts_.kernel.module_part(part, out);
    if (size || !is_not_supported(size.error().error)) return size;
    auto module = parts_.kernel.legacy_module(parts_.device);
    if (!module) return is_not_supported(module.error().error) ? size : std::unexpected{module.error()};
    legacy_ = *module;
    return read_legacy(piece, out);
}

KernelResult<std::size_t> NetworkPort::read_legacy(cmis::ByteRange piece, cmis::MutableBytes out) {
    const auto place = place_in(*legacy_, piece);
    if (!place) return error(EINVAL);
    auto size = parts_.kernel.legacy_part(parts_.device, *place, out);
    if (!size) legacy_.reset();  // the next module may be of another type
    return size;
}

Fault NetworkPort::fault_of_read(const KernelError& error, cmis::ByteRange range) {
    if (is_not_supported(error.error)) return Fault::not_supported;
    if (error.error == ENODEV && has_no_network_device()) return Fault::not_supported;
    // The right is asked for first, but it would not help: no driver of InfiniBand devices reads modules this way.
    const bool may_not = error.error == EPERM || error.error == EACCES;
    if (may_not && is_infiniband_device(parts_.root, parts_.device)) return Fault::not_supported;
    const bool is_further_page = !range.page.lower && range.page != cmis::upper_page(0);
    if (error.error == EINVAL && is_further_page) return Fault::page_refused;
    return fault_of(error.error);
}

std::string NetworkPort::reason_of(const KernelError& error, Fault fault) const {
    switch (fault) {
        case Fault::not_supported: return reason_of_no_reader();
        case Fault::permission: return "reading the module of " + parts_.device + " needs CAP_NET_ADMIN";
        case Fault::no_device: return "there is no network device " + parts_.device;
        default: break;
    }
    const std::string words = error.words.empty() ? std::generic_category().message(error.error) : error.words;
    return "the driver of " + parts_.device + " answered: " + words;
}

std::string NetworkPort::reason_of_no_reader() const {
    constexpr std::string_view help =
        "; read it with mstlink, or in Ethernet mode, and give the dump as source = \"image:FILE\"";
    if (has_no_network_device() || is_infiniband_device(parts_.root, parts_.device)) {
        return parts_.device + " is an InfiniBand device, whose driver offers no way to read its module" +
               std::string{help};
    }
    return "the driver of " + parts_.device + " offers no way to read its module";
}

bool NetworkPort::has_no_network_device() const {
    return is_rdma_device_alone(parts_.root, parts_.device);
}

// A link that came or went may mean another module, and a device of this name that is new is another device.
void NetworkPort::notice_link() {
    const LinkMark mark = link_mark_of(parts_.root, parts_.device);
    link_is_up_ = mark.is_up;
    if (link_ && *link_ != mark.text) forget();
    link_ = mark.text;
}

// As some drivers fail alike for a module that does not answer and for an empty cage, they are asked which it is.
Fault NetworkPort::seen_from_the_cage(cmis::PageId page, Fault fault) {
    const bool may_be_empty =
        fault == Fault::bus_error || fault == Fault::short_read || fault == Fault::nack || fault == Fault::timeout;
    if (!may_be_empty || (!page.lower && page != cmis::upper_page(0))) return fault;
    if (cage_is_empty()) {
        explanation_ = "the driver of " + parts_.device + " says that there is no cable";
        return Fault::nack;
    }
    // Of a device that is switched off the kernel says nothing more, and nobody expects a module there.
    if (!is_switched_off(parts_.root, parts_.device)) return fault;
    explanation_ = parts_.device + " is switched off, and nothing answers in its cage";
    return Fault::nack;
}

bool NetworkPort::cage_is_empty() {
    const auto state = parts_.kernel.link_state(parts_.device);
    return state && state->up != true && state->reason == ETHTOOL_LINK_EXT_STATE_NO_CABLE;
}

const NetworkPort::Hold* NetworkPort::held(cmis::PageId page) {
    const TimePoint now = parts_.timing.now();
    for (const cmis::PageId& id : {cmis::lower_memory, page}) {
        const auto found = holds_.find(id);
        if (found == holds_.end()) continue;
        Hold& hold = found->second;
        // An empty cage is watched by what its driver says, which asks no module.
        if (now >= hold.until && hold.fault == Fault::nack && cage_is_empty()) hold.until = now + look_spacing;
        if (now < hold.until) return &hold;
    }
    return nullptr;
}

void NetworkPort::hold(cmis::PageId page, Fault fault) {
    if (!is_worth_holding(fault)) return;
    if (holds_.size() >= most_holds) holds_.clear();
    // It is the device that cannot, whatever the page was.
    Hold& hold = holds_[fault == Fault::not_supported ? cmis::lower_memory : page];
    const std::chrono::nanoseconds longest =
        fault == Fault::not_supported || fault == Fault::page_refused ? longest_hold : longest_hold_after_error;
    const std::chrono::nanoseconds next =
        hold.length == std::chrono::nanoseconds::zero() ? first_hold : 2 * hold.length;
    hold.length = std::min(next, longest);
    hold.fault = fault;
    hold.explanation = explanation_;
    hold.until = parts_.timing.now() + hold.length;
}

void NetworkPort::learn(cmis::ByteRange range, cmis::Bytes bytes) {
    seen_at_ = parts_.timing.now();
    if (range.page == cmis::upper_page(0) && bytes.size() == cmis::page_size) {
        std::ranges::copy(bytes, page_zero_.emplace().begin());
    }
    if (range.page != cmis::lower_memory || range.offset != 0) return;
    identifier_ = bytes.front();
    if (bytes.size() < 3) return;
    const bool known = bytes[0] != 0x00 && bytes[0] != 0xff;  // else: not there, or not ready yet
    rules_ = known ? std::optional{page_rules(bytes[0], bytes[2])} : std::nullopt;
}

// A link that stays up has its module; while it is down the module is looked for now and then.
bool NetworkPort::answers_from_memory(cmis::ByteRange range) const {
    return is_probe(range) && identifier_ && (link_is_up_ || parts_.timing.now() - seen_at_ < look_spacing);
}

}  // namespace opticward::drivers
