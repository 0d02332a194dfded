#include "drivers/host_port/expected_port.h"

#include <array>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::array<std::string_view, cage_count> cages{"SFP",     "QSFP+",   "QSFP28",     "QSFP56",
                                                         "QSFP112", "QSFP-DD", "QSFP-DD800", "OSFP"};
constexpr std::array<std::string_view, cabling_count> cablings{"OM3", "OM4", "OM5", "OS2", "copper"};
constexpr std::array<std::string_view, 4> fecs{"none", "base-r", "rs", "llrs"};

static_assert(cages[std::to_underlying(Cage::qsfp56)] == "QSFP56" && cages[std::to_underlying(Cage::osfp)] == "OSFP");
static_assert(cablings[std::to_underlying(Cabling::copper)] == "copper");
static_assert(fecs[std::to_underlying(Fec::base_r)] == "base-r" && fecs[std::to_underlying(Fec::llrs)] == "llrs");

template <class Enumeration>
std::string_view word(std::span<const std::string_view> words, Enumeration value) {
    const auto index = static_cast<std::size_t>(std::to_underlying(value));
    return index < words.size() ? words[index] : "unknown";
}

}  // namespace

std::span<const std::string_view> cage_words() {
    return cages;
}

std::span<const std::string_view> cabling_words() {
    return cablings;
}

std::span<const std::string_view> fec_words() {
    return fecs;
}

std::string_view text(Cage cage) {
    return word(cages, cage);
}

std::string_view text(Cabling cabling) {
    return word(cablings, cabling);
}

std::string_view text(Fec fec) {
    return word(fecs, fec);
}

}  // namespace opticward::drivers
