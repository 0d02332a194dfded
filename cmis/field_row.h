// A row of a memory map: where a member of Module lives and how it is stored. Rows are made by the builders of field.h.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"

#include <cstdint>
#include <string_view>

namespace opticward::cmis {

enum class Access : std::uint8_t { read, control, clear_on_read, never_write };
// How sure the fact is: sources agree, one source only, sources disagree, or a vendor's own use.
enum class Certainty : std::uint8_t { agreed, single_source, disputed, vendor };
// Which bytes are read when: fixed and control once per insertion, live at every poll.
enum class Part : std::uint8_t { identity, advertisement, thresholds, controls, live };

// Where the elements of an array row lie. Element i (from 0) occupies `width` bits from bit first + i * stride, counted
// from the least significant bit of the first byte (low_first: CMIS) or from the most significant (high_first: SFF-8636
// monitor flags). `reversed`: the last element comes first.
enum class BitOrder : std::uint8_t { low_first, high_first };
struct Packing {
    unsigned width = 1;
    unsigned stride = 1;
    unsigned first = 0;
    BitOrder order = BitOrder::low_first;
    bool reversed = false;
};

struct FieldRow {
    using Decode = void (*)(const FieldRow&, const Page&, unsigned bank, Module&);
    using Encode = void (*)(const FieldRow&, const Module&, unsigned bank, Page&);
    using Condition = bool (*)(const Module&);
    using Factor = double (*)(const Module&);

    std::string_view name{};
    Location at{};
    unsigned bytes = 1;  // from `at`
    unsigned high = 7;   // bits of a row within one byte
    unsigned low = 0;
    unsigned count = 1;   // elements of an array row
    unsigned stride = 0;  // bytes from one element to the next; 0: see packing
    unsigned first = 0;   // index of the first element in the array
    bool packed = false;
    bool banked = false;  // one page for each bank of eight lanes
    Packing packing{};
    std::string_view storage{};
    Part part = Part::identity;
    Decode decode = nullptr;
    Encode encode = nullptr;
    Condition present = nullptr;
    std::string_view condition{};
    Factor factor = nullptr;
    std::string_view alternative{};  // the row that lives in the same bytes when this one does not
    Access access = Access::read;
    Certainty certainty = Certainty::agreed;
    std::string_view citation{};

    consteval FieldRow when(Condition predicate, std::string_view words) const {
        FieldRow row = *this;
        row.present = predicate;
        row.condition = words;
        return row;
    }
    consteval FieldRow times(Factor value) const {
        FieldRow row = *this;
        row.factor = value;
        return row;
    }
    consteval FieldRow instead_of(std::string_view other) const {
        FieldRow row = *this;
        row.alternative = other;
        return row;
    }
    consteval FieldRow from_element(unsigned index) const {
        FieldRow row = *this;
        row.first = index;
        return row;
    }
    consteval FieldRow clear_on_read() const { return with(Access::clear_on_read); }
    consteval FieldRow control() const { return with(Access::control); }
    consteval FieldRow not_latched() const { return with(Access::read); }
    consteval FieldRow never_write() const { return with(Access::never_write); }
    consteval FieldRow single_source() const { return with(Certainty::single_source); }
    consteval FieldRow disputed() const { return with(Certainty::disputed); }
    consteval FieldRow vendor() const { return with(Certainty::vendor); }
    consteval FieldRow in_each_bank() const {
        FieldRow row = *this;
        row.banked = true;
        return row;
    }
    consteval FieldRow cite(std::string_view source) const {
        FieldRow row = *this;
        row.citation = source;
        return row;
    }

private:
    consteval FieldRow with(Access value) const {
        FieldRow row = *this;
        row.access = value;
        return row;
    }
    consteval FieldRow with(Certainty value) const {
        FieldRow row = *this;
        row.certainty = value;
        return row;
    }

public:
    bool applies(const Module& module) const { return present == nullptr || present(module); }
};

}  // namespace opticward::cmis
