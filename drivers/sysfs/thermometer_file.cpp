#include "drivers/sysfs/thermometer_file.h"

#include "drivers/sysfs/one_match.h"
#include "drivers/sysfs/small_file.h"

#include <charconv>
#include <cstdint>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr cmis::Celsius coldest{-40};
constexpr cmis::Celsius hottest{125};

}  // namespace

ThermometerFile::ThermometerFile(std::filesystem::path path, unsigned units_per_celsius)
    : path_{std::move(path)}, units_per_celsius_{units_per_celsius} {}

Result<std::optional<cmis::Celsius>> ThermometerFile::temperature() {
    const auto file = only_match(path_);
    if (!file) return failed(file.error());
    const auto text = read_small_file(*file);
    if (!text) return failed(text.error());
    std::int64_t units = 0;
    const char* end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, units);
    if (error != std::errc{} || stop != end) return failed(Fault::bus_error);
    const cmis::Celsius measured{static_cast<double>(units) / units_per_celsius_};
    if (units == 0 || measured < coldest || measured > hottest) return std::nullopt;
    return measured;
}

}  // namespace opticward::drivers
