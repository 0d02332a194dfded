// The builders of the field tables. A row decodes, encodes, documents and is checked at compile time; cmis/README.md
// says how to add one. Rows are plain constexpr values with function pointers made by templates, so that a table is an
// ordinary array.
#pragma once

#include "cmis/field_access.h"
#include "cmis/field_row.h"
#include "cmis/wire.h"

#include <cstdint>
#include <string_view>

namespace opticward::cmis {

// A member stored in whole bytes.
template <class Storage, auto Member>
consteval FieldRow field(Location at, std::string_view name) {
    return {
        .name = name,
        .at = at,
        .bytes = Storage::size,
        .storage = Storage::label,
        .part = detail::part_of<detail::owner_of<Member>>(),
        .decode =
            [](const FieldRow& row, const Page& page, unsigned, Module& module) {
                detail::decode_one<Storage>(row, page, index_of(row.at), module, detail::member<Member>(module));
            },
        .encode =
            [](const FieldRow& row, const Module& module, unsigned, Page& page) {
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
        .decode =
            [](const FieldRow& row, const Page& page, unsigned, Module& module) {
                const detail::BitPosition position{index_of(row.at), row.low};
                detail::member<Member>(module) = from_raw<T>(detail::get_bits(page, position, row.high - row.low + 1));
            },
        .encode =
            [](const FieldRow& row, const Module& module, unsigned, Page& page) {
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
        .decode =
            [](const FieldRow& self, const Page& page, unsigned, Module& module) {
                detail::decode_one<Four>(self, page, index_of(self.at), module, detail::member<Member>(module));
            },
        .encode =
            [](const FieldRow& self, const Module& module, unsigned, Page& page) {
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
        .decode =
            [](const FieldRow& row, const Page& page, unsigned bank, Module& module) {
                for (unsigned i = 0; i < row.count; ++i) {
                    if (auto* target =
                            detail::element_member<Array, Member>(module, detail::element_index(row, bank, i))) {
                        detail::decode_one<Storage>(row, page, index_of(row.at) + i * row.stride, module, *target);
                    }
                }
            },
        .encode =
            [](const FieldRow& row, const Module& module, unsigned bank, Page& page) {
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
        .decode =
            [](const FieldRow& row, const Page& page, unsigned bank, Module& module) {
                for (unsigned i = 0; i < row.count; ++i) {
                    if (auto* target =
                            detail::element_member<Array, Member>(module, detail::element_index(row, bank, i))) {
                        *target = from_raw<T>(detail::get_bits(page, detail::position(row, i), row.packing.width));
                    }
                }
            },
        .encode =
            [](const FieldRow& row, const Module& module, unsigned bank, Page& page) {
                for (unsigned i = 0; i < row.count; ++i) {
                    const auto* source =
                        detail::element_member<Array, Member>(module, detail::element_index(row, bank, i));
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
        .decode =
            [](const FieldRow& row, const Page& page, unsigned bank, Module& module) {
                for (unsigned i = 0; i < row.count; ++i) {
                    const std::size_t lane = detail::element_index(row, bank, i);
                    if (lane < max_lanes) {
                        module.live.lanes[lane].flags.record(Flag,
                                                             detail::get_bits(page, detail::position(row, i), 1) != 0);
                    }
                }
            },
        .encode =
            [](const FieldRow& row, const Module& module, unsigned bank, Page& page) {
                for (unsigned i = 0; i < row.count; ++i) {
                    const std::size_t lane = detail::element_index(row, bank, i);
                    if (lane < max_lanes) {
                        detail::put_bits(page, detail::position(row, i), 1,
                                         module.live.lanes[lane].flags.has(Flag) ? 1 : 0);
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
        .decode =
            [](const FieldRow& row, const Page& page, unsigned, Module& module) {
                module.live.flags.record(Flag, detail::get_bits(page, {index_of(row.at), row.low}, 1) != 0);
            },
        .encode =
            [](const FieldRow& row, const Module& module, unsigned, Page& page) {
                detail::put_bits(page, {index_of(row.at), row.low}, 1, module.live.flags.has(Flag) ? 1 : 0);
            },
        .access = Access::clear_on_read,
    };
}

}  // namespace opticward::cmis
