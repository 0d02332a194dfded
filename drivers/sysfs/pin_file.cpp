#include "drivers/sysfs/pin_file.h"

#include "drivers/sysfs/module_file.h"
#include "drivers/sysfs/small_file.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr unsigned word_bits = 64;

// One number and nothing else; 0x in front is welcome in base 16.
std::optional<std::uint64_t> parse_word(std::string_view text, unsigned base) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (base == 16 && (text.starts_with("0x") || text.starts_with("0X"))) text.remove_prefix(2);
    std::uint64_t word = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, word, base == 16 ? 16 : 10);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return word;
}

}  // namespace

PinFile::PinFile(std::filesystem::path path, PinDescription description)
    : path_{std::move(path)}, description_{std::move(description)} {}

Result<bool> PinFile::is_active() {
    const auto high = level();
    if (!high) {
        explanation_ = explanation_of(high.error(), path_);
        if (explanation_.empty()) explanation_ = path_.string() + " cannot be read as a number";
        return failed(high.error());
    }
    return *high == description_.active;
}

Result<bool> PinFile::level() const {
    const auto text = read_small_file(path_);
    if (!text) return failed(text.error());
    const auto word = parse_word(*text, description_.base);
    const unsigned bit = description_.bit.value_or(0);
    if (!word || bit >= word_bits) return failed(Fault::bus_error);
    if (!description_.bit && *word > 1) return failed(Fault::bus_error);
    return ((*word >> bit) & 1U) != 0;
}

}  // namespace opticward::drivers
