#include "drivers/module_memory.h"

#include "cmis/memory_model.h"

#include <algorithm>

namespace opticward::drivers {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t page_end = 256;
constexpr unsigned most_retries = 3;
constexpr std::array<std::chrono::nanoseconds, most_retries> retry_pauses{10ms, 20ms, 40ms};
constexpr std::chrono::nanoseconds select_pause = 10ms;  // CMIS 5.0 table 10-4, page change
constexpr unsigned select_failures_until_pause = 2;
constexpr unsigned joined_failures_until_separate = 3;
constexpr unsigned most_pair_reads = 3;

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
    explained_ = false;
    for (const ReadPart& part : parts) {
        const bool of_one_page = part.range.page == parts.front().range.page;
        if (!of_one_page || !is_valid(part.range, part.out.size())) return failed(Fault::page_refused);
    }
    if (std::ranges::all_of(parts, [](const ReadPart& part) { return part.out.empty(); })) return {};
    return take_turn(parts);
}

Result<void> ModuleMemory::take_turn(std::span<const ReadPart> parts) {
    auto done = bus_.begin_turn();
    if (done) {
        if (bus_.is_shared()) selected_.reset();
        done = read_in_turn(parts);
    } else {
        ++count_of(counters_.faults, done.error());
    }
    bus_.end_turn();
    if (!done) {
        explained_ = true;
        ++counters_.failed_reads;
        // It may have been reset or swapped in between.
        if (done.error() != Fault::page_refused) forget_selection();
        return done;
    }
    for (const ReadPart& part : parts)
        learn(part.range, part.out);
    return {};
}

Result<void> ModuleMemory::read_in_turn(std::span<const ReadPart> parts) {
    give_up_ = timing_.now() + deadline_;
    return parts.front().range.page.lower ? read_each(parts) : read_upper(parts);
}

Result<void> ModuleMemory::read_each(std::span<const ReadPart> parts) {
    for (const auto& [range, out] : parts) {
        if (const auto done = read_pieces(range.page, range.offset, out); !done) return done;
    }
    return {};
}

void ModuleMemory::forget() {
    forget_selection();
    page_zero_.reset();
    silent_ = false;
    read_limit_ = cmis::page_size;
    select_failures_ = 0;
    joined_failures_ = 0;
}

void ModuleMemory::forget_selection() {
    selected_.reset();
    rules_.reset();
}

// The second try covers a module that was swapped, and another master that moved the page between two of our transfers.
// It goes in separate transfers: one that follows a select late would show the same again in one.
Result<void> ModuleMemory::read_upper(std::span<const ReadPart> parts) {
    const cmis::PageId page = parts.front().range.page;
    const bool first_page = page.page == 0 && page.bank == 0;
    bool was_joined = false;
    bool selected_joined = false;
    for (unsigned attempt = 0; attempt < 2; ++attempt) {
        const auto how = rules();
        if (!how) return failed(how.error());
        const bool selectable = how->paged && page.device == cmis::module_address;
        if (!selectable && first_page) return read_each(parts);
        if (!selectable || (page.bank != 0 && !how->banked)) break;

        const Visit visit = visit_of(parts, how->banked);
        const bool join = attempt == 0 && may_join(visit);
        was_joined = was_joined || join;
        if (join) selected_joined = selected_ != visit.wanted && !needs_pause();
        const auto done = read_selected(visit, join);
        if (done && attempt > 0 && was_joined) note_joined_failure(selected_joined);
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

ModuleMemory::Visit ModuleMemory::visit_of(std::span<const ReadPart> parts, bool banked) const {
    const cmis::PageId page = parts.front().range.page;
    Visit visit{.parts = parts, .wanted = {page.page, page.bank}, .banked = banked};
    const bool bank_was_known = selected_ && selected_->bank == visit.wanted.bank;
    visit.check_bank = banked && (visit.wanted.bank != 0 || !bank_was_known);
    return visit;
}

// The check comes after the bytes: it covers the select as well as what happened during the read.
Result<void> ModuleMemory::read_selected(const Visit& visit, bool join) {
    if (!join) return read_separately(visit);
    if (selected_ != visit.wanted && needs_pause()) {
        if (const auto done = select(visit); !done) return done;
    }
    return read_joined(visit);
}

// A select and a read in one transaction give the module no time: where it says no, it is asked again step by step.
Result<void> ModuleMemory::read_joined(const Visit& visit) {
    const bool selects = selected_ != visit.wanted;
    const SelectBytes select = select_bytes(visit);
    JoinedRead joined{visit.parts, limit()};
    if (!joined.build(selects ? &select : nullptr, visit.check_bank)) return read_separately(visit);

    const auto done = transfer_joined(joined);
    if (selects && (done || done.error() != Fault::not_supported)) ++counters_.page_selects;
    if (done) {
        selected_ = visit.wanted;
        const auto right = checked(visit, joined.shows(visit.wanted));
        if (right) joined_failures_ = 0;
        if (right && selects) select_failures_ = 0;
        return right;
    }
    const bool refused = done.error() == Fault::not_supported;  // by the adapter
    if (!refused && !is_worth_retrying(done.error())) return done;
    if (selects) selected_.reset();
    const std::size_t limit_before = read_limit_;
    const auto separate = read_separately(visit);
    const bool is_for_joining = separate && !refused && done.error() != Fault::bus_busy && limit_before == read_limit_;
    if (is_for_joining) note_joined_failure(selects);
    return separate;
}

// What failed in one transaction did well in separate ones.
void ModuleMemory::note_joined_failure(bool selected) {
    ++joined_failures_;
    if (selected) ++select_failures_;
}

Result<void> ModuleMemory::read_separately(const Visit& visit) {
    if (selected_ != visit.wanted) {
        if (const auto done = select(visit); !done) return done;
    }
    if (const auto done = read_each(visit.parts); !done) return done;
    const auto shown = shows(visit);
    return shown ? checked(visit, *shown) : failed(shown.error());
}

bool ModuleMemory::needs_pause() const {
    return select_failures_ >= select_failures_until_pause;
}

bool ModuleMemory::may_join(const Visit& visit) const {
    std::size_t longest = 0;
    for (const ReadPart& part : visit.parts)
        longest = std::max(longest, part.out.size());
    return joined_failures_ < joined_failures_until_separate && bus_.joins(std::min(limit(), longest));
}

Result<void> ModuleMemory::checked(const Visit& visit, bool shown) {
    const auto mirrors = [&](const ReadPart& part) { return mirrors_page_zero(part); };
    if (!shown || std::ranges::any_of(visit.parts, mirrors)) return failed(Fault::page_refused);
    return {};
}

SelectBytes ModuleMemory::select_bytes(const Visit& visit) const {
    const bool same_bank = !visit.banked || (selected_ && selected_->bank == visit.wanted.bank);
    return {visit.wanted, !same_bank};
}

Result<void> ModuleMemory::select(const Visit& visit) {
    SelectBytes bytes = select_bytes(visit);
    selected_.reset();
    if (bytes.behind_offset() > bus_.max_write()) {
        // Bank and page must change together. What can be done one byte at a time is to change the page of the bank that
        // the module is in.
        std::array<std::uint8_t, 1> bank{};
        if (const auto done = read_pieces(cmis::lower_memory, bank_select, bank); !done) return done;
        if (bank[0] != visit.wanted.bank) return failed(Fault::page_refused);
        bytes = SelectBytes{visit.wanted, false};
    }
    ++counters_.page_selects;
    if (const auto done = write(bytes.bytes()); !done) return done;
    selected_ = visit.wanted;
    if (needs_pause() && timing_.now() + select_pause < give_up_) timing_.pause(select_pause);
    return {};
}

Result<bool> ModuleMemory::shows(const Visit& visit) {
    std::array<std::uint8_t, 2> registers{};  // bank, page
    const auto from = visit.check_bank ? bank_select : page_select;
    const auto out = cmis::MutableBytes{registers}.last(visit.check_bank ? 2 : 1);
    if (const auto done = read_pieces(cmis::lower_memory, from, out); !done) return failed(done.error());
    return registers[1] == visit.wanted.page && (!visit.check_bank || registers[0] == visit.wanted.bank);
}

Result<PageRules> ModuleMemory::rules() {
    if (rules_) return *rules_;
    std::array<std::uint8_t, 3> start{};  // identifier, revision, status
    if (const auto done = read_pieces(cmis::lower_memory, 0, start); !done) return failed(done.error());
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

Result<void> ModuleMemory::read_pieces(cmis::PageId page, std::uint8_t offset, cmis::MutableBytes out) {
    while (!out.empty()) {
        std::size_t size = 2;
        if (could_tear(page, offset, out.size())) {
            if (const auto done = read_steady_pair(page.device, offset, out.first(2)); !done) return done;
        } else {
            const auto piece = read_piece(page.device, offset, out);
            if (!piece) return failed(piece.error());
            size = *piece;
        }
        out = out.subspan(size);
        offset = static_cast<std::uint8_t>(offset + size);
    }
    return {};
}

std::size_t ModuleMemory::limit() const {
    return std::max<std::size_t>(1, std::min(bus_.max_read(), read_limit_));
}

// Reads the beginning of `rest` and returns how much of it. Adapters and modules that cannot do long reads say so in
// different ways. What the adapter refuses by its own word is no failure; of the module the first failure may be chance,
// the next ones are tried with less.
Result<std::size_t> ModuleMemory::read_piece(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes rest) {
    std::size_t longest = read_limit_;
    for (unsigned retry = 0;;) {
        const std::size_t size = piece_size(offset, rest.size(), std::min(limit(), longest));
        const std::array<std::uint8_t, 1> start{offset};
        const auto done = transfer(address, start, rest.first(size));
        if (done) {
            read_limit_ = longest;
            return size;
        }
        if (done.error() == Fault::not_supported && bus_.max_read() < size) continue;
        if (const auto ready = prepare_retry(done.error(), retry); !ready) return failed(ready.error());
        const bool too_long = done.error() == Fault::bus_error || done.error() == Fault::short_read;
        if (too_long && retry > 0 && smaller_read(size) < size) longest = smaller_read(size);
        ++retry;
    }
}

// An adapter that reads single bytes only gives the two bytes of a value at two times. A byte that clears on read must not
// be read twice.
bool ModuleMemory::could_tear(cmis::PageId page, std::uint8_t offset, std::size_t rest) const {
    if (bus_.max_read() > 1 || rest < 2 || offset % 2 != 0 || !rules_ || page.device != cmis::module_address) {
        return false;
    }
    const cmis::MemoryModelId model = rules_->model;
    const auto next = static_cast<std::uint8_t>(offset + 1);
    return model != cmis::MemoryModelId::none && !cmis::clears_on_read(model, {page, offset}) &&
           !cmis::clears_on_read(model, {page, next});
}

// Until the first byte is the same before and after the second. One that never stands still is delivered as it was last.
Result<void> ModuleMemory::read_steady_pair(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes pair) {
    const auto next = static_cast<std::uint8_t>(offset + 1);
    std::array<std::uint8_t, 1> again{};
    if (const auto done = read_piece(address, offset, pair.first(1)); !done) return failed(done.error());
    for (unsigned read = 0; read < most_pair_reads; ++read) {
        if (const auto done = read_piece(address, next, pair.subspan(1)); !done) return failed(done.error());
        if (const auto done = read_piece(address, offset, again); !done) return failed(done.error());
        if (again[0] == pair[0]) break;
        pair[0] = again[0];
    }
    return {};
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
        silent_ = silent_ || (fault != Fault::bus_busy && fault != Fault::not_supported);
        return failed(fault);
    }
    const auto pause = retry_pauses[retry];
    if (timing_.now() + pause >= give_up_) return failed(Fault::timeout);
    timing_.pause(pause);
    ++counters_.retries;
    return {};
}

bool ModuleMemory::is_late() {
    if (timing_.now() < give_up_) return false;
    ++count_of(counters_.faults, Fault::timeout);
    return true;
}

Result<void> ModuleMemory::transfer(std::uint8_t address, cmis::Bytes bytes, cmis::MutableBytes out) {
    if (is_late()) return failed(Fault::timeout);
    const auto begin = timing_.now();
    const auto done = bus_.transfer(address, bytes, out);
    // What teaches us the adapter's limit is nothing that the module failed in.
    note(done, out.size(), begin, bus_.max_read() < out.size());
    return done;
}

Result<void> ModuleMemory::transfer_joined(const JoinedRead& joined) {
    if (is_late()) return failed(Fault::timeout);
    const auto begin = timing_.now();
    const auto done = bus_.transfer_joined(cmis::module_address, joined.parts());
    note(done, joined.size(), begin, true);
    return done;
}

void ModuleMemory::note(const Result<void>& done, std::size_t size, TimePoint begin, bool teaches) {
    ++counters_.transfers;
    counters_.busy += timing_.now() - begin;
    if (done) {
        counters_.bytes_read += size;
        silent_ = false;
    } else if (done.error() != Fault::not_supported || !teaches) {
        ++count_of(counters_.faults, done.error());
    }
}

}  // namespace opticward::drivers
