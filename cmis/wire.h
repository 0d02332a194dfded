// How values are stored in module memory, both directions: the only place where a scale appears.
//
// A storage has a value_type, a size in bytes, a label for the generated documentation, decode(bytes) and
// encode(value, bytes). Multi-byte numbers are big-endian (SFF-8636 6.2, CMIS 8.1). Encoding clamps to what the register
// can hold; decoding accepts every bit pattern.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/quantity.h"
#include "cmis/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace opticward::cmis {

template <class Integer>
constexpr Integer read_big_endian(Bytes bytes) {
    using Unsigned = std::make_unsigned_t<Integer>;
    Unsigned result = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
        result = static_cast<Unsigned>((static_cast<std::uint64_t>(result) << 8U) | bytes[i]);
    }
    return static_cast<Integer>(result);
}

template <class Integer>
constexpr void write_big_endian(Integer value, MutableBytes bytes) {
    auto rest = static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<Integer>>(value));
    for (std::size_t i = sizeof(Integer); i-- > 0;) {
        bytes[i] = static_cast<std::uint8_t>(rest & 0xFFU);
        rest >>= 8U;
    }
}

// std::round is not constexpr in C++23's GCC 12 under every flag; half away from zero is all we need.
constexpr double round_half_away(double value) {
    const double truncated = static_cast<double>(static_cast<std::int64_t>(value));
    const double rest = value - truncated;
    if (rest >= 0.5) {
        return truncated + 1;
    }
    return rest <= -0.5 ? truncated - 1 : truncated;
}

template <class Integer>
constexpr Integer to_register(double value) {
    constexpr double lowest = static_cast<double>(std::numeric_limits<Integer>::min());
    constexpr double highest = static_cast<double>(std::numeric_limits<Integer>::max());
    if (!(value > lowest)) {  // also NaN
        return std::numeric_limits<Integer>::min();
    }
    return value >= highest ? std::numeric_limits<Integer>::max() : static_cast<Integer>(round_half_away(value));
}

// value = raw * Numerator / Denominator in the quantity's unit.
template <class Q, class Integer, std::int64_t Numerator, std::int64_t Denominator>
struct Scaled {
    using value_type = Q;
    static constexpr std::size_t size = sizeof(Integer);

    static constexpr Q decode(Bytes bytes) {
        const auto raw = static_cast<double>(read_big_endian<Integer>(bytes));
        return {raw * static_cast<double>(Numerator) / static_cast<double>(Denominator)};
    }
    static constexpr void encode(Q value, MutableBytes bytes) {
        const double raw = value.value * static_cast<double>(Denominator) / static_cast<double>(Numerator);
        write_big_endian<Integer>(to_register<Integer>(raw), bytes);
    }
};

struct signed_256th_celsius : Scaled<Celsius, std::int16_t, 1, 256> {
    static constexpr std::string_view label = "S16, 1/256 degC";
};
struct whole_celsius : Scaled<Celsius, std::uint8_t, 1, 1> {
    static constexpr std::string_view label = "U8, 1 degC";
};
struct signed_whole_celsius : Scaled<Celsius, std::int8_t, 1, 1> {
    static constexpr std::string_view label = "S8, 1 degC";
};
struct hundred_microvolts : Scaled<Volts, std::uint16_t, 1, 10'000> {
    static constexpr std::string_view label = "U16, 100 uV";
};
struct signed_hundred_microvolts : Scaled<Volts, std::int16_t, 1, 10'000> {
    static constexpr std::string_view label = "S16, 100 uV";
};
struct twenty_millivolts : Scaled<Volts, std::uint8_t, 1, 50> {
    static constexpr std::string_view label = "U8, 20 mV";
};
struct two_microamperes : Scaled<Amperes, std::uint16_t, 1, 500'000> {
    static constexpr std::string_view label = "U16, 2 uA";
};
struct tenth_microwatt : Scaled<Watts, std::uint16_t, 1, 10'000'000> {
    static constexpr std::string_view label = "U16, 0.1 uW";
};
struct tenth_watt : Scaled<Watts, std::uint8_t, 1, 10> {
    static constexpr std::string_view label = "U8, 0.1 W";
};
struct quarter_watt : Scaled<Watts, std::uint8_t, 1, 4> {
    static constexpr std::string_view label = "U8, 0.25 W";
};
struct hundredth_watt : Scaled<Watts, std::uint8_t, 1, 100> {
    static constexpr std::string_view label = "U8, 0.01 W";
};
struct twentieth_nanometer : Scaled<Meters, std::uint16_t, 1, 20'000'000'000> {
    static constexpr std::string_view label = "U16, 0.05 nm";
};
struct two_hundredth_nanometer : Scaled<Meters, std::uint16_t, 1, 200'000'000'000> {
    static constexpr std::string_view label = "U16, 0.005 nm";
};
struct kilometers : Scaled<Meters, std::uint8_t, 1'000, 1> {
    static constexpr std::string_view label = "U8, 1 km";
};
struct two_meters : Scaled<Meters, std::uint8_t, 2, 1> {
    static constexpr std::string_view label = "U8, 2 m";
};
struct one_meter : Scaled<Meters, std::uint8_t, 1, 1> {
    static constexpr std::string_view label = "U8, 1 m";
};
struct one_decibel : Scaled<Decibels, std::uint8_t, 1, 1> {
    static constexpr std::string_view label = "U8, 1 dB";
};
struct ten_nanoseconds : Scaled<Seconds, std::uint16_t, 1, 100'000'000> {
    static constexpr std::string_view label = "U16, 10 ns";
};
struct hundred_megabaud : Scaled<Baud, std::uint8_t, 100'000'000, 1> {
    static constexpr std::string_view label = "U8, 100 MBd";
};
struct quarter_gigabaud : Scaled<Baud, std::uint8_t, 250'000'000, 1> {
    static constexpr std::string_view label = "U8, 250 MBd";
};

// A whole byte or 16-bit word as it is: a number, an enumeration or a Code<>.
template <class T>
constexpr std::uint8_t raw_of(const T& value) {
    if constexpr (requires { value.value; }) {
        return value.value;
    } else {
        return static_cast<std::uint8_t>(value);
    }
}

template <class T>
constexpr T from_raw(std::uint8_t raw) {
    if constexpr (requires(T value) { value.value; }) {
        return T{raw};
    } else {
        return static_cast<T>(raw);
    }
}

template <class T>
struct Byte {
    using value_type = T;
    static constexpr std::size_t size = 1;
    static constexpr std::string_view label = "U8";

    static constexpr T decode(Bytes bytes) { return from_raw<T>(bytes[0]); }
    static constexpr void encode(const T& value, MutableBytes bytes) { bytes[0] = raw_of(value); }
};

struct word {
    using value_type = std::uint16_t;
    static constexpr std::size_t size = 2;
    static constexpr std::string_view label = "U16";

    static constexpr std::uint16_t decode(Bytes bytes) { return read_big_endian<std::uint16_t>(bytes); }
    static constexpr void encode(std::uint16_t value, MutableBytes bytes) { write_big_endian(value, bytes); }
};

struct signed_word {
    using value_type = std::int16_t;
    static constexpr std::size_t size = 2;
    static constexpr std::string_view label = "S16";

    static constexpr std::int16_t decode(Bytes bytes) { return read_big_endian<std::int16_t>(bytes); }
    static constexpr void encode(std::int16_t value, MutableBytes bytes) { write_big_endian(value, bytes); }
};

template <std::size_t Size>
struct RawBytes {
    using value_type = std::array<std::uint8_t, Size>;
    static constexpr std::size_t size = Size;
    static constexpr std::string_view label = "bytes";

    static constexpr value_type decode(Bytes bytes) {
        value_type result{};
        std::ranges::copy(bytes.first(Size), result.begin());
        return result;
    }
    static constexpr void encode(const value_type& value, MutableBytes bytes) {
        std::ranges::copy(value, bytes.begin());
    }
};

// ASCII, padded with blanks; what comes out is valid UTF-8 whatever went in.
template <std::size_t Size>
struct Text {
    using value_type = std::string;
    static constexpr std::size_t size = Size;
    static constexpr std::string_view label = "ASCII";

    static std::string decode(Bytes bytes) { return clean_text(bytes.first(Size)); }
    // The field is ASCII: a character beyond it is written as one question mark.
    static void encode(const std::string& value, MutableBytes bytes) {
        std::size_t written = 0;
        for (const char character : value) {
            const auto byte = static_cast<std::uint8_t>(character);
            const bool continues = (byte & 0xC0U) == 0x80U;
            if (written < Size && !continues) {
                bytes[written++] = byte < 0x80 ? byte : std::uint8_t{'?'};
            }
        }
        std::ranges::fill(bytes.subspan(written, Size - written), std::uint8_t{' '});
    }
};

// mantissa * 2^exponent us: bits 4-0 and 7-5 (SFF-8636 byte 115, CMIS 01h:143).
struct mantissa_exponent_microseconds {
    using value_type = Seconds;
    static constexpr std::size_t size = 1;
    static constexpr std::string_view label = "m * 2^e us";

    static constexpr Seconds decode(Bytes bytes) {
        const unsigned mantissa = bytes[0] & 0x1FU;
        const unsigned exponent = bytes[0] >> 5U;
        return {static_cast<double>(mantissa << exponent) / 1e6};
    }
    static constexpr void encode(Seconds value, MutableBytes bytes) {
        double mantissa = value.value * 1e6;
        unsigned exponent = 0;
        while (mantissa > 31 && exponent < 7) {
            mantissa /= 2;
            ++exponent;
        }
        const auto whole = std::min<unsigned>(to_register<std::uint8_t>(mantissa), 31U);
        bytes[0] = static_cast<std::uint8_t>(exponent << 5U | whole);
    }
};

// Base (bits 5-0) times a decimal multiplier chosen by bits 7-6, in units of Step/10 m.
template <std::array<unsigned, 4> DecimetersPerCount>
struct MultipliedLength {
    using value_type = Meters;
    static constexpr std::size_t size = 1;

    static constexpr Meters decode(Bytes bytes) {
        const unsigned base = bytes[0] & 0x3FU;
        return {static_cast<double>(base * DecimetersPerCount[bytes[0] >> 6U]) / 10.0};
    }
    static constexpr void encode(Meters value, MutableBytes bytes) {
        const double decimeters = value.value * 10.0;
        for (unsigned code = 0; code < DecimetersPerCount.size(); ++code) {
            const double base = decimeters / DecimetersPerCount[code];
            if (base <= 63.0 || code + 1 == DecimetersPerCount.size()) {
                const auto whole = std::min<unsigned>(to_register<std::uint8_t>(base), 63U);
                bytes[0] = static_cast<std::uint8_t>(code << 6U | whole);
                return;
            }
        }
    }
};

// CMIS 00h:202: 0.1, 1, 10, 100 m.
struct cable_length : MultipliedLength<std::array<unsigned, 4>{1, 10, 100, 1000}> {
    static constexpr std::string_view label = "base * 0.1/1/10/100 m";
};
// CMIS 01h:132: 0.1, 1, 10 km; the fourth code is reserved up to 5.2 and read as 10 km.
struct smf_length : MultipliedLength<std::array<unsigned, 4>{1'000, 10'000, 100'000, 100'000}> {
    static constexpr std::string_view label = "base * 0.1/1/10 km";
};

// Literals of the specifications (SFF-8636 table 6-7, CMIS table 8-9): a wrong scale does not compile.
template <class Storage>
constexpr auto decoded(std::uint8_t high, std::uint8_t low) {
    const std::array<std::uint8_t, 2> bytes{high, low};
    return Storage::decode(bytes);
}
static_assert(decoded<signed_256th_celsius>(0xF3, 0x80) == Celsius{-12.5});
static_assert(decoded<signed_256th_celsius>(0x80, 0x00) == Celsius{-128});
static_assert(decoded<hundred_microvolts>(0x80, 0xF2) == Volts{3.301});
static_assert(decoded<tenth_microwatt>(0x27, 0x10) == Watts{0.001});
static_assert(decoded<two_microamperes>(0x0D, 0xAC) == Amperes{0.007});
static_assert(decoded<cable_length>(0x05, 0x00) == Meters{0.5});
static_assert(decoded<cable_length>(0x4A, 0x00) == Meters{10});

}  // namespace opticward::cmis
