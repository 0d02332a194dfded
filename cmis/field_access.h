// What the builders of field.h are made of: from a pointer to member to the part of Module that it stands in, and from
// a row to the bits of its page.
#pragma once

#include "cmis/field_row.h"
#include "cmis/wire.h"

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace opticward::cmis {

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
    const unsigned low = row.packing.order == BitOrder::low_first ? in_byte : 8 - in_byte - row.packing.width;
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
        const auto one = [&](std::size_t i) {
            return Storage::decode(bytes.subspan(i * Storage::size, Storage::size));
        };
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

}  // namespace opticward::cmis
