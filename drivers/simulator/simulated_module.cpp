#include "drivers/simulator/simulated_module.h"

#include "cmis/memory_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace opticward::drivers {

namespace {

using std::chrono::nanoseconds;

constexpr std::uint8_t bank_select = 126;
constexpr std::uint8_t page_select = 127;
constexpr std::uint8_t flag_summary = 4;  // of bank 0; the others follow
constexpr std::uint8_t banks = 4;
constexpr std::uint8_t lane_page = 0x11;
constexpr std::uint8_t lane_page_bit = 0x01;
constexpr std::uint8_t first_banked_page = 0x10;
constexpr std::uint8_t residue_start = 0x80;

bool is_upper(std::uint8_t offset) {
    return offset >= cmis::upper_memory_start;
}

// The next offset of a sequential access; the counter stays in its half of the window.
std::uint8_t following(std::uint8_t offset) {
    const auto half = static_cast<std::uint8_t>(offset & 0x80);
    return static_cast<std::uint8_t>(half | ((offset + 1) & 0x7f));
}

// -1 to 1: up from 0, down, and back to 0 within one period.
double triangle(nanoseconds time, nanoseconds period) {
    const double phase = static_cast<double>((time % period).count()) / static_cast<double>(period.count());
    if (phase < 0.25) return 4 * phase;
    if (phase < 0.75) return 2 - 4 * phase;
    return 4 * phase - 4;
}

long moved(long stored, const Wander& wander, nanoseconds time) {
    if (stored == 0 || time < nanoseconds{0} || wander.period.count() <= 0) return stored;
    const long highest = wander.width == 2 ? 0xffff : 0xff;
    const auto amplitude = static_cast<double>(std::min(wander.amplitude, 0xffffU));
    return std::clamp(stored + std::lround(amplitude * triangle(time, wander.period)), 0L, highest);
}

}  // namespace

SimulatedModule::SimulatedModule(const cmis::MemoryMap& image, bool inserted, ClearOnRead clear_on_read)
    : clear_on_read_{std::move(clear_on_read)}, inserted_{inserted} {
    load(image);
}

void SimulatedModule::load(const cmis::MemoryMap& image) {
    const auto identifier = image.byte(cmis::lower(0));
    // Lower memory that reads FFh throughout is not there: nothing in it can clear.
    const bool has_lower = cmis::lower_memory_is_believable(image);
    pages_.clear();
    for (const auto& [id, bytes] : image.pages()) {
        StoredPage& page = pages_.emplace_back(StoredPage{id, bytes, {}});
        for (std::size_t index = 0; clear_on_read_ && index < cmis::page_size; ++index) {
            const auto offset = static_cast<std::uint8_t>(id.lower ? index : index + cmis::upper_memory_start);
            page.clears.set(index, (has_lower || !id.lower) && clear_on_read_(identifier, {id, offset}));
        }
    }
    page_ = 0;
    bank_ = 0;
    bank_written_ = 0;
}

void SimulatedModule::insert() {
    inserted_ = true;
    page_ = 0;
    bank_ = 0;
    bank_written_ = 0;
}

void SimulatedModule::remove() {
    inserted_ = false;
}

void SimulatedModule::replace(const cmis::MemoryMap& image) {
    load(image);
    inserted_ = true;
}

void SimulatedModule::patch(cmis::Location location, std::uint8_t byte) {
    if (StoredPage* page = find(location.page)) page->bytes[cmis::index_of(location)] = byte;
}

void SimulatedModule::fail(SimulatedFault fault, nanoseconds until) {
    std::erase_if(faults_, [&](const ActiveFault& active) { return active.fault == fault; });
    faults_.push_back({fault, until, std::nullopt});
}

void SimulatedModule::fail_next(SimulatedFault fault, unsigned transfers) {
    std::erase_if(faults_, [&](const ActiveFault& active) { return active.fault == fault; });
    faults_.push_back({fault, std::nullopt, transfers});
}

void SimulatedModule::recover() {
    faults_.clear();
}

bool SimulatedModule::suffers(SimulatedFault fault, nanoseconds now) {
    const auto found = std::ranges::find(faults_, fault, &ActiveFault::fault);
    if (found == faults_.end()) return false;
    if ((found->until && *found->until <= now) || (found->transfers && *found->transfers == 0)) {
        faults_.erase(found);
        return false;
    }
    if (found->transfers) --*found->transfers;
    return true;
}

std::optional<nanoseconds> SimulatedModule::end_of(SimulatedFault fault) const {
    const auto found = std::ranges::find(faults_, fault, &ActiveFault::fault);
    return found == faults_.end() ? std::nullopt : found->until;
}

void SimulatedModule::wander(const Wander& wander, nanoseconds since) {
    const auto last = wander.location.offset % cmis::page_size + wander.width;
    if (wander.width < 1 || wander.width > 2 || last > cmis::page_size) return;
    std::erase_if(wanderings_, [&](const Wandering& other) { return other.wander.location == wander.location; });
    wanderings_.push_back({wander, since});
}

SimulatedModule::StoredPage* SimulatedModule::find(cmis::PageId id) {
    const auto found = std::ranges::find(pages_, id, &StoredPage::id);
    return found == pages_.end() ? nullptr : &*found;
}

std::uint8_t SimulatedModule::lower_byte(std::uint8_t offset) const {
    const auto found = std::ranges::find(pages_, cmis::lower_memory, &StoredPage::id);
    return found == pages_.end() ? 0 : found->bytes[offset % cmis::page_size];
}

PageRules SimulatedModule::rules() const {
    return page_rules(lower_byte(0), lower_byte(2));
}

// What an access to this offset reaches.
cmis::PageId SimulatedModule::shown(std::uint8_t address, std::uint8_t offset) const {
    if (!is_upper(offset)) return {.page = 0, .bank = 0, .lower = true, .device = address};
    if (address != cmis::module_address || !rules().paged)
        return {.page = 0, .bank = 0, .lower = false, .device = address};
    return cmis::upper_page(page_, page_ < first_banked_page ? std::uint8_t{0} : bank_);
}

bool SimulatedModule::offers(std::uint8_t page, std::uint8_t bank) {
    return page == 0 || find(cmis::upper_page(page, page < first_banked_page ? std::uint8_t{0} : bank)) != nullptr;
}

// A page or bank that the module lacks selects page 00h, bank 0.
Result<void> SimulatedModule::select(std::uint8_t page, nanoseconds now) {
    if (suffers(SimulatedFault::stuck_page, now)) return {};
    if (!rules().paged) {
        if (refuses_select_) return failed(Fault::nack);
        return {};
    }
    const bool offered = offers(page, bank_written_);
    page_ = offered ? page : std::uint8_t{0};
    bank_ = offered ? bank_written_ : std::uint8_t{0};
    bank_written_ = bank_;
    return {};
}

Result<void> SimulatedModule::write(std::uint8_t address, std::uint8_t offset, cmis::Bytes bytes, nanoseconds now) {
    if (address != cmis::module_address) return {};
    for (const auto byte : bytes) {
        if (offset == bank_select && rules().banked) bank_written_ = byte;
        if (offset == page_select) {
            if (const auto done = select(byte, now); !done) return done;
        }
        offset = following(offset);
    }
    return {};
}

Result<void> SimulatedModule::read(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes out, nanoseconds now) {
    if (find(shown(address, offset & 0x7f)) == nullptr) return failed(Fault::nack);  // no such device
    const bool residue = is_upper(offset) && suffers(SimulatedFault::page_residue, now);
    for (auto& byte : out) {
        byte = take(address, offset, now);
        if (residue) byte = offset == cmis::upper_memory_start ? residue_start : std::uint8_t{0};
        offset = following(offset);
    }
    return {};
}

std::uint8_t SimulatedModule::take(std::uint8_t address, std::uint8_t offset, nanoseconds now) {
    const bool registers = address == cmis::module_address && rules().paged;
    if (registers && offset == page_select) return page_;
    if (registers && offset == bank_select && rules().banked) return bank_written_;

    StoredPage* page = find(shown(address, offset));
    if (page == nullptr) return 0;
    const std::size_t index = offset % cmis::page_size;
    const bool of_summary = offset >= flag_summary && offset < flag_summary + banks;
    if (registers && of_summary && rules().banked)
        return summary(static_cast<std::uint8_t>(offset - flag_summary), page->bytes[index]);
    const std::uint8_t byte = value(*page, index, now);
    if (page->clears.test(index)) page->bytes[index] = 0;
    return byte;
}

std::uint8_t SimulatedModule::summary(std::uint8_t bank, std::uint8_t stored) const {
    const auto lanes = std::ranges::find(pages_, cmis::upper_page(lane_page, bank), &StoredPage::id);
    if (!clear_on_read_ || !summarises_ || lanes == pages_.end()) return stored;
    bool any = false;
    for (std::size_t index = 0; index < cmis::page_size; ++index)
        any = any || (lanes->clears.test(index) && lanes->bytes[index] != 0);
    const auto others = static_cast<std::uint8_t>(stored & ~lane_page_bit);
    return any ? static_cast<std::uint8_t>(others | lane_page_bit) : others;
}

// A stored byte, moved when it belongs to a value that wanders.
std::uint8_t SimulatedModule::value(const StoredPage& page, std::size_t index, nanoseconds now) const {
    for (const auto& [wander, since] : wanderings_) {
        const std::size_t first = cmis::index_of(wander.location);
        if (wander.location.page != page.id || index < first || index >= first + wander.width) continue;
        if (wander.width == 1) return static_cast<std::uint8_t>(moved(page.bytes[index], wander, now - since));
        const long word = moved((page.bytes[first] << 8) | page.bytes[first + 1], wander, now - since);
        return static_cast<std::uint8_t>(index == first ? word >> 8 : word & 0xff);
    }
    return page.bytes[index];
}

}  // namespace opticward::drivers
