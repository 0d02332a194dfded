// A row of a memory map: where a member of Module lives and how it is stored. The same row decodes, encodes, documents
// and is checked at compile time; see cmis/README.md for how to add one.
//
// Rows are plain constexpr values with function pointers made by templates, so that a table is an ordinary array.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "cmis/wire.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

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
    unsigned bytes = 1;    // from `at`
    unsigned high = 7;     // bits of a row within one byte
    unsigned low = 0;
    unsigned count = 1;    // elements of an array row
    unsigned stride = 0;   // bytes from one element to the next; 0: see packing
    unsigned first = 0;    // index of the first element in the array
    bool packed = false;
    bool banked = false;   // one page for each bank of eight lanes
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

namespace detail {

template <class Member>
struct MemberOf;
template <class Class, class T>
struct MemberOf<T Class::*> {
    using owner = Class;
    using type = T;
};

template <class T>
struct Plain {
    using type = T;
};
template <class T>
struct Plain<std::optional<T>> {
    using type = T;
};

template <auto Member>
using owner_of = typename MemberOf<decltype(Member)>::owner;
template <auto Member>
using type_of = typename MemberOf<decltype(Member)>::type;
template <auto Member>
using plain_of = typename Plain<type_of<Member>>::type;

template <class Owner>
consteval Part part_of() {
    if constexpr (std::is_same_v<Owner, Identity>) {
        return Part::identity;
    } else if constexpr (std::is_same_v<Owner, Advertisement>) {
        return Part::advertisement;
    } else if constexpr (std::is_same_v<Owner, Thresholds>) {
        return Part::thresholds;
    } else if constexpr (std::is_same_v<Owner, Controls>) {
        return Part::controls;
    } else {
        static_assert(std::is_same_v<Owner, Live>, "rule: a row points into a part of Module");
        return Part::live;
    }
}

template <class Owner>
constexpr auto& part(auto& module) {
    constexpr Part which = part_of<Owner>();
    if constexpr (which == Part::identity) {
        return module.identity;
    } else if constexpr (which == Part::advertisement) {
        return module.advertisement;
    } else if constexpr (which == Part::thresholds) {
        return module.thresholds;
    } else if constexpr (which == Part::controls) {
        return module.controls;
    } else {
        return module.live;
    }
}

template <auto Member>
constexpr auto& member(auto& module) {
    return part<owner_of<Member>>(module).*Member;
}

// What encode finds in a member: nothing, or a pointer to the value.
template <class T>
constexpr const T* value_in(const std::optional<T>& member) {
    return member ? &*member : nullptr;
}
template <class T>
constexpr const T* value_in(const T& member) {
    return &member;
}

template <class Unit>
constexpr void multiply(Quantity<Unit>& value, double factor) {
    value.value *= factor;
}
template <class Unit>
constexpr void multiply(Limits<Quantity<Unit>>& value, double factor) {
    multiply(value.high_alarm, factor);
    multiply(value.low_alarm, factor);
    multiply(value.high_warning, factor);
    multiply(value.low_warning, factor);
}

// Applies the row's factor (the CMIS Tx bias multiplier) in the direction asked for.
template <class T>
constexpr T scaled(T value, FieldRow::Factor factor, const Module& module, bool divide) {
    if constexpr (requires { multiply(value, 1.0); }) {
        if (factor != nullptr) {
            const double by = factor(module);
            multiply(value, divide ? 1.0 / by : by);
        }
    }
    return value;
}

struct BitPosition {
    std::size_t byte;
    unsigned low;
};

constexpr BitPosition position(const FieldRow& row, unsigned element) {
    const unsigned slot = row.packing.reversed ? row.count - 1 - element : element;
    const unsigned bit = row.packing.first + slot * row.packing.stride;
    const unsigned in_byte = bit % 8;
    const unsigned low =
        row.packing.order == BitOrder::low_first ? in_byte : 8 - in_byte - row.packing.width;
    return {index_of(row.at) + bit / 8, low};
}

constexpr std::uint8_t mask_of(unsigned width) {
    return static_cast<std::uint8_t>((1U << width) - 1U);
}

constexpr std::uint8_t get_bits(const Page& page, BitPosition at, unsigned width) {
    return static_cast<std::uint8_t>((page[at.byte] >> at.low) & mask_of(width));
}

constexpr void put_bits(Page& page, BitPosition at, unsigned width, std::uint8_t value) {
    const auto mask = static_cast<std::uint8_t>(mask_of(width) << at.low);
    page[at.byte] = static_cast<std::uint8_t>((page[at.byte] & ~mask) | ((value << at.low) & mask));
}

// Reads or writes one element at a byte index with a storage.
template <class Storage, class T>
void decode_one(const FieldRow& row, const Page& page, std::size_t index, Module& module, T& member) {
    const Bytes bytes = Bytes{page}.subspan(index, Storage::size);
    member = scaled(Storage::decode(bytes), row.factor, module, false);
}

template <class Storage, class T>
void encode_one(const FieldRow& row, const Module& module, std::size_t index, Page& page, const T& member) {
    if (const auto* value = value_in(member)) {
        Storage::encode(scaled(*value, row.factor, module, true), MutableBytes{page}.subspan(index, Storage::size));
    }
}

// Four values of one storage in the order high alarm, low alarm, high warning, low warning.
template <class Storage>
struct FourLimits {
    using T = typename Storage::value_type;
    using value_type = Limits<T>;
    static constexpr std::size_t size = 4 * Storage::size;

    static constexpr value_type decode(Bytes bytes) {
        const auto one = [&](std::size_t i) { return Storage::decode(bytes.subspan(i * Storage::size, Storage::size)); };
        return {.high_alarm = one(0), .low_alarm = one(1), .high_warning = one(2), .low_warning = one(3)};
    }
    static constexpr void encode(const value_type& value, MutableBytes bytes) {
        const auto one = [&](std::size_t i, const T& limit) {
            Storage::encode(limit, bytes.subspan(i * Storage::size, Storage::size));
        };
        one(0, value.high_alarm);
        one(1, value.low_alarm);
        one(2, value.high_warning);
        one(3, value.low_warning);
    }
};

constexpr std::size_t element_index(const FieldRow& row, unsigned bank, unsigned element) {
    return row.first + element + (row.banked ? bank * row.count : 0U);
}

// The member of one element; nullptr past the end of the array. An array of optional elements (the application
// descriptors) gets its element on decoding and yields nullptr for a missing one on encoding.
template <auto Array, auto Member>
constexpr auto* element_member(auto& module, std::size_t index) {
    auto& array = member<Array>(module);
    if constexpr (requires { array[0].has_value(); }) {
        using Pointer = decltype(&((*array[0]).*Member));
        if (index >= array.size()) {
            return Pointer{nullptr};
        }
        if constexpr (!std::is_const_v<std::remove_reference_t<decltype(array[0])>>) {
            if (!array[index]) {
                array[index].emplace();
            }
        }
        return array[index] ? &((*array[index]).*Member) : Pointer{nullptr};
    } else {
        return index < array.size() ? &(array[index].*Member) : nullptr;
    }
}

}  // namespace detail

// A member stored in whole bytes.
template <class Storage, auto Member>
consteval FieldRow field(Location at, std::string_view name) {
    return {
        .name = name,
        .at = at,
        .bytes = Storage::size,
        .storage = Storage::label,
        .part = detail::part_of<detail::owner_of<Member>>(),
        .decode = [](const FieldRow& row, const Page& page, unsigned, Module& module) {
            detail::decode_one<Storage>(row, page, index_of(row.at), module, detail::member<Member>(module));
        },
        .encode = [](const FieldRow& row, const Module& module, unsigned, Page& page) {
            detail::encode_one<Storage>(row, module, index_of(row.at), page, detail::member<Member>(module));
        },
    };
}

// Bytes that we know and leave alone: they are documented and take part in the checks, nothing is decoded.
consteval FieldRow untouched(Location at, unsigned bytes, std::string_view name) {
    return {.name = name, .at = at, .bytes = bytes, .storage = "bytes", .part = Part::controls};
}

// Bits high..low of one byte: a flag, a number, an enumeration.
template <auto Member>
consteval FieldRow bits(Location at, unsigned high, unsigned low, std::string_view name) {
    using T = detail::plain_of<Member>;
    return {
        .name = name,
        .at = at,
        .high = high,
        .low = low,
        .storage = high == low ? "bit" : "bits",
        .part = detail::part_of<detail::owner_of<Member>>(),
        .decode = [](const FieldRow& row, const Page& page, unsigned, Module& module) {
            const detail::BitPosition position{index_of(row.at), row.low};
            detail::member<Member>(module) = from_raw<T>(detail::get_bits(page, position, row.high - row.low + 1));
        },
        .encode = [](const FieldRow& row, const Module& module, unsigned, Page& page) {
            if (const auto* value = detail::value_in(detail::member<Member>(module))) {
                const detail::BitPosition position{index_of(row.at), row.low};
                detail::put_bits(page, position, row.high - row.low + 1, raw_of(*value));
            }
        },
    };
}

template <auto Member>
consteval FieldRow bit(Location at, unsigned position, std::string_view name) {
    return bits<Member>(at, position, position, name);
}

// The four limits of a monitor.
template <class Storage, auto Member>
consteval FieldRow limits(Location at, std::string_view name) {
    using Four = detail::FourLimits<Storage>;
    FieldRow row{
        .name = name,
        .at = at,
        .bytes = Four::size,
        .storage = Storage::label,
        .part = detail::part_of<detail::owner_of<Member>>(),
        .decode = [](const FieldRow& self, const Page& page, unsigned, Module& module) {
            detail::decode_one<Four>(self, page, index_of(self.at), module, detail::member<Member>(module));
        },
        .encode = [](const FieldRow& self, const Module& module, unsigned, Page& page) {
            detail::encode_one<Four>(self, module, index_of(self.at), page, detail::member<Member>(module));
        },
    };
    return row;
}

// One member of each element of an array, `stride` bytes apart: lane monitors, application descriptors.
template <class Storage, auto Array, auto Member>
consteval FieldRow each(Location at, std::string_view name, unsigned count, unsigned stride = Storage::size) {
    return {
        .name = name,
        .at = at,
        .bytes = (count - 1) * stride + static_cast<unsigned>(Storage::size),
        .count = count,
        .stride = stride,
        .storage = Storage::label,
        .part = detail::part_of<detail::owner_of<Array>>(),
        .decode = [](const FieldRow& row, const Page& page, unsigned bank, Module& module) {
            for (unsigned i = 0; i < row.count; ++i) {
                if (auto* target = detail::element_member<Array, Member>(module, detail::element_index(row, bank, i))) {
                    detail::decode_one<Storage>(row, page, index_of(row.at) + i * row.stride, module, *target);
                }
            }
        },
        .encode = [](const FieldRow& row, const Module& module, unsigned bank, Page& page) {
            for (unsigned i = 0; i < row.count; ++i) {
                if (const auto* source =
                        detail::element_member<Array, Member>(module, detail::element_index(row, bank, i))) {
                    detail::encode_one<Storage>(row, module, index_of(row.at) + i * row.stride, page, *source);
                }
            }
        },
    };
}

// One member of each element of an array, packed in bits.
template <auto Array, auto Member>
consteval FieldRow each_packed(Location at, std::string_view name, unsigned count, Packing packing) {
    using T = detail::plain_of<Member>;
    const unsigned last_bit = packing.first + (count - 1) * packing.stride + packing.width - 1;
    return {
        .name = name,
        .at = at,
        .bytes = last_bit / 8 + 1,
        .count = count,
        .packed = true,
        .packing = packing,
        .storage = packing.width == 1 ? "bit per element" : "bits per element",
        .part = detail::part_of<detail::owner_of<Array>>(),
        .decode = [](const FieldRow& row, const Page& page, unsigned bank, Module& module) {
            for (unsigned i = 0; i < row.count; ++i) {
                if (auto* target = detail::element_member<Array, Member>(module, detail::element_index(row, bank, i))) {
                    *target = from_raw<T>(detail::get_bits(page, detail::position(row, i), row.packing.width));
                }
            }
        },
        .encode = [](const FieldRow& row, const Module& module, unsigned bank, Page& page) {
            for (unsigned i = 0; i < row.count; ++i) {
                const auto* source = detail::element_member<Array, Member>(module, detail::element_index(row, bank, i));
                if (source == nullptr) {
                    continue;
                }
                if (const auto* value = detail::value_in(*source)) {
                    detail::put_bits(page, detail::position(row, i), row.packing.width, raw_of(*value));
                }
            }
        },
    };
}

// One flag of every lane, and one flag of the module. Both are read live.
template <LaneFlag Flag>
consteval FieldRow lane_flag(Location at, std::string_view name, unsigned count, Packing packing) {
    const unsigned last_bit = packing.first + (count - 1) * packing.stride;
    return {
        .name = name,
        .at = at,
        .bytes = last_bit / 8 + 1,
        .count = count,
        .packed = true,
        .packing = packing,
        .storage = "bit per lane",
        .part = Part::live,
        .decode = [](const FieldRow& row, const Page& page, unsigned bank, Module& module) {
            for (unsigned i = 0; i < row.count; ++i) {
                const std::size_t lane = detail::element_index(row, bank, i);
                if (lane < max_lanes) {
                    module.live.lanes[lane].flags.record(Flag, detail::get_bits(page, detail::position(row, i), 1) != 0);
                }
            }
        },
        .encode = [](const FieldRow& row, const Module& module, unsigned bank, Page& page) {
            for (unsigned i = 0; i < row.count; ++i) {
                const std::size_t lane = detail::element_index(row, bank, i);
                if (lane < max_lanes) {
                    detail::put_bits(page, detail::position(row, i), 1, module.live.lanes[lane].flags.has(Flag) ? 1 : 0);
                }
            }
        },
        .access = Access::clear_on_read,
    };
}

template <ModuleFlag Flag>
consteval FieldRow module_flag(Location at, unsigned position, std::string_view name) {
    return {
        .name = name,
        .at = at,
        .high = position,
        .low = position,
        .storage = "bit",
        .part = Part::live,
        .decode = [](const FieldRow& row, const Page& page, unsigned, Module& module) {
            module.live.flags.record(Flag, detail::get_bits(page, {index_of(row.at), row.low}, 1) != 0);
        },
        .encode = [](const FieldRow& row, const Module& module, unsigned, Page& page) {
            detail::put_bits(page, {index_of(row.at), row.low}, 1, module.live.flags.has(Flag) ? 1 : 0);
        },
        .access = Access::clear_on_read,
    };
}

}  // namespace opticward::cmis
