#include "drivers/module_memory.h"

#include <algorithm>

namespace opticward::drivers {

namespace {

using namespace std::chrono_literals;

constexpr std::uint8_t bank_select = 126;
constexpr std::uint8_t page_select = 127;
constexpr std::size_t page_end = 256;
constexpr unsigned most_retries = 3;
constexpr std::array<std::chrono::nanoseconds, most_retries> retry_pauses{10ms, 20ms, 40ms};

bool is_valid(cmis::ByteRange range, std::size_t size) {
    if (range.size != size) return false;
    if (range.page.lower) return range.offset + size <= cmis::upper_memory_start;
    return range.offset >= cmis::upper_memory_start && range.offset + size <= page_end;
}

// The next smaller read to try when one of `size` bytes failed. CMIS guarantees 8.
std::size_t smaller_read(std::size_t size) {
    if (size > 32) return 32;
    return std::min<std::size_t>(size, 8);
}

// Two-byte values begin at even offsets; a piece that ends at one cannot tear them.
std::size_t piece_size(std::uint8_t offset, std::size_t rest, std::size_t limit) {
    if (rest <= limit) return rest;
    const bool ends_odd = (offset + limit) % 2 != 0;
    return ends_odd && limit > 1 ? limit - 1 : limit;
}

bool is_worth_retrying(Fault fault) {
    return fault == Fault::nack || fault == Fault::bus_error || fault == Fault::bus_busy || fault == Fault::short_read;
}

}  // namespace

ModuleMemory::ModuleMemory(I2cBus& bus, Timing timing, std::chrono::nanoseconds deadline)
    : bus_{bus}, timing_{std::move(timing)}, deadline_{deadline}, read_limit_{cmis::page_size} {}

Result<void> ModuleMemory::read(cmis::ByteRange range, cmis::MutableBytes out) {
    const ReadPart part{range, out};
    return read_parts({&part, 1});
}

Result<void> ModuleMemory::read_parts(std::span<const ReadPart> parts) {
    for (const ReadPart& part : parts) {
        const bool of_one_page = part.range.page == parts.front().range.page;
        if (!of_one_page || !is_valid(part.range, part.out.size())) return failed(Fault::page_refused);
    }
    if (std::ranges::all_of(parts, [](const ReadPart& part) { return part.out.empty(); })) return {};
    return read_page(parts);
}

Result<void> ModuleMemory::read_page(std::span<const ReadPart> parts) {
    give_up_ = timing_.now() + deadline_;
    const auto done = parts.front().range.page.lower ? read_each(parts) : read_upper(parts);
    if (!done) {
        ++counters_.failed_reads;
        // It may have been reset or swapped in between.
        if (done.error() != Fault::page_refused) forget_selection();
        return done;
    }
    for (const ReadPart& part : parts)
        learn(part.range, part.out);
    return {};
}

Result<void> ModuleMemory::read_each(std::span<const ReadPart> parts) {
    for (const auto& [range, out] : parts) {
        if (const auto done = read_pieces(range.page.device, range.offset, out); !done) return done;
    }
    return {};
}

void ModuleMemory::forget() {
    forget_selection();
    page_zero_.reset();
    silent_ = false;
    read_limit_ = cmis::page_size;
}

void ModuleMemory::forget_selection() {
    selected_.reset();
    rules_.reset();
}

// The second try covers a module that was swapped, and another master that moved the page between two of our transfers.
Result<void> ModuleMemory::read_upper(std::span<const ReadPart> parts) {
    const cmis::PageId page = parts.front().range.page;
    const bool first_page = page.page == 0 && page.bank == 0;
    for (unsigned attempt = 0; attempt < 2; ++attempt) {
        const auto how = rules();
        if (!how) return failed(how.error());
        const bool selectable = how->paged && page.device == cmis::module_address;
        if (!selectable && first_page) return read_each(parts);
        if (!selectable || (page.bank != 0 && !how->banked)) break;

        const auto done = read_selected(parts, how->banked);
        if (done || done.error() != Fault::page_refused) return done;
        if (attempt == 0) {
            ++counters_.page_mismatches;
            if (const auto ready = prepare_retry(Fault::page_refused, attempt); !ready) return ready;
        }
        forget_selection();
    }
    ++count_of(counters_.faults, Fault::page_refused);
    return failed(Fault::page_refused);
}

// The check comes after the bytes: it covers the select as well as what happened during the read.
Result<void> ModuleMemory::read_selected(std::span<const ReadPart> parts, bool banked) {
    const cmis::PageId page = parts.front().range.page;
    const Selection wanted{page.page, page.bank};
    const bool bank_was_known = selected_ && selected_->bank == wanted.bank;
    if (selected_ != wanted) {
        if (const auto done = select(wanted, banked); !done) return done;
    }
    if (const auto done = read_each(parts); !done) return done;

    const auto shown = shows(wanted, banked && (wanted.bank != 0 || !bank_was_known));
    if (!shown) return failed(shown.error());
    const bool mirrors = std::ranges::any_of(parts, [&](const ReadPart& part) { return mirrors_page_zero(part); });
    if (!*shown || mirrors) return failed(Fault::page_refused);
    return {};
}

Result<void> ModuleMemory::select(Selection wanted, bool banked) {
    const bool same_bank = !banked || (selected_ && selected_->bank == wanted.bank);
    selected_.reset();
    ++counters_.page_selects;
    const std::array<std::uint8_t, 2> page_alone{page_select, wanted.page};
    const std::array<std::uint8_t, 3> bank_and_page{bank_select, wanted.bank, wanted.page};
    const auto done = same_bank ? write(page_alone) : write(bank_and_page);
    if (done) selected_ = wanted;
    return done;
}

Result<bool> ModuleMemory::shows(Selection wanted, bool with_bank) {
    std::array<std::uint8_t, 2> registers{};  // bank, page
    const auto from = with_bank ? bank_select : page_select;
    const auto out = cmis::MutableBytes{registers}.last(with_bank ? 2 : 1);
    if (const auto done = read_pieces(cmis::module_address, from, out); !done) return failed(done.error());
    return registers[1] == wanted.page && (!with_bank || registers[0] == wanted.bank);
}

Result<PageRules> ModuleMemory::rules() {
    if (rules_) return *rules_;
    std::array<std::uint8_t, 3> start{};  // identifier, revision, status
    if (const auto done = read_pieces(cmis::module_address, 0, start); !done) return failed(done.error());
    learn({cmis::lower_memory, 0, start.size()}, start);
    return rules_.value_or(PageRules{});
}

void ModuleMemory::learn(cmis::ByteRange range, cmis::Bytes bytes) {
    if (range.page == cmis::upper_page(0) && bytes.size() == cmis::page_size) {
        std::ranges::copy(bytes, page_zero_.emplace().begin());
    }
    if (range.page != cmis::lower_memory || range.offset != 0 || bytes.size() < 3) return;

    const bool known = bytes[0] != 0x00 && bytes[0] != 0xff;  // else: not there, or not ready yet
    const auto now = known ? std::optional{page_rules(bytes[0], bytes[2])} : std::nullopt;
    if (now != rules_) selected_.reset();
    rules_ = now;
}

// Some modules and drivers answer every select with page 00h and still read back what was written.
bool ModuleMemory::mirrors_page_zero(const ReadPart& part) const {
    return part.range.page.page != 0 && page_zero_ && std::ranges::equal(part.out, *page_zero_);
}

Result<void> ModuleMemory::read_pieces(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes out) {
    while (!out.empty()) {
        const auto size = read_piece(address, offset, out);
        if (!size) return failed(size.error());
        out = out.subspan(*size);
        offset = static_cast<std::uint8_t>(offset + *size);
    }
    return {};
}

// Reads the beginning of `rest` and returns how much of it. Adapters and modules that cannot do long reads say so in
// different ways; the first failure may be chance, the next ones are tried with less.
Result<std::size_t> ModuleMemory::read_piece(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes rest) {
    std::size_t limit = std::max<std::size_t>(1, std::min(bus_.max_read(), read_limit_));
    bool smaller = false;
    for (unsigned retry = 0;; ++retry) {
        const std::size_t size = piece_size(offset, rest.size(), limit);
        const std::array<std::uint8_t, 1> start{offset};
        const auto done = transfer(address, start, rest.first(size));
        if (done) {
            if (smaller) read_limit_ = limit;
            return size;
        }
        if (const auto ready = prepare_retry(done.error(), retry); !ready) return failed(ready.error());
        const bool too_long = done.error() == Fault::bus_error || done.error() == Fault::short_read;
        if (too_long && retry > 0 && smaller_read(size) < size) {
            limit = smaller_read(size);
            smaller = true;
        }
    }
}

Result<void> ModuleMemory::write(cmis::Bytes bytes) {
    for (unsigned retry = 0;; ++retry) {
        const auto done = transfer(cmis::module_address, bytes, {});
        if (done) return {};
        if (const auto ready = prepare_retry(done.error(), retry); !ready) return ready;
    }
}

// Waits before the next try, or says why there is none: the fault itself, or that the time is up.
Result<void> ModuleMemory::prepare_retry(Fault fault, unsigned retry) {
    const bool refused = fault == Fault::page_refused;
    if (!refused && (silent_ || retry >= most_retries || !is_worth_retrying(fault))) {
        silent_ = silent_ || fault != Fault::bus_busy;
        return failed(fault);
    }
    const auto pause = retry_pauses[retry];
    if (timing_.now() + pause >= give_up_) return failed(Fault::timeout);
    timing_.pause(pause);
    ++counters_.retries;
    return {};
}

Result<void> ModuleMemory::transfer(std::uint8_t address, cmis::Bytes bytes, cmis::MutableBytes out) {
    const auto begin = timing_.now();
    if (begin >= give_up_) {
        ++count_of(counters_.faults, Fault::timeout);
        return failed(Fault::timeout);
    }
    const auto done = bus_.transfer(address, bytes, out);
    ++counters_.transfers;
    counters_.busy += timing_.now() - begin;
    if (!done) {
        ++count_of(counters_.faults, done.error());
        return done;
    }
    counters_.bytes_read += out.size();
    silent_ = false;
    return {};
}

}  // namespace opticward::drivers
