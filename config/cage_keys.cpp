#include "config/cage_keys.h"

#include <optional>
#include <string>

namespace opticward::config {

namespace {

constexpr std::int64_t most_lines = 65'535;
constexpr std::int64_t largest_unit = 1'000'000;

std::string located(const std::filesystem::path& folder, const std::string& path) {
    return path.empty() ? path : (folder / path).lexically_normal().string();
}

void refuse(TableReader& reader, std::string_view key, std::string_view beside) {
    if (reader.node(key) != nullptr) {
        reader.report(key, "says nothing of " + std::string{beside} + ", expected it beside " +
                               (beside == "a line" ? "path" : "gpio") + " only");
    }
}

// The chip: a number, or a name, path or label.
std::string chip_of(TableReader& reader) {
    const toml::node* node = reader.node("gpio");
    if (node != nullptr && node->is_integer()) {
        const auto number = reader.integer("gpio", 0, most_lines);
        return number ? std::to_string(*number) : std::string{};
    }
    auto chip = reader.text("gpio").value_or("");
    if (chip.empty()) {
        reader.report("gpio", "names no chip, expected a number, a name (\"gpiochip2\") or a label");
    }
    return chip;
}

void read_line(TableReader& reader, drivers::PinDescription& pin) {
    pin.gpio = chip_of(reader);
    if (reader.all().get("line") == nullptr) {
        reader.report("line", "missing, expected the number of the chip's line");
    }
    pin.line = static_cast<unsigned>(reader.integer("line", 0, most_lines).value_or(0));
    for (const std::string_view key : {"path", "bit", "base"}) {
        refuse(reader, key, "a line");
    }
}

void read_file(TableReader& reader, std::string_view what, const std::filesystem::path& folder,
               drivers::PinDescription& pin) {
    const std::string expected = "the file that tells " + std::string{what} + ", or gpio and line";
    pin.path = located(folder, reader.required_text("path", expected).value_or(""));
    if (const auto bit = reader.integer("bit", 0, 63)) {
        pin.bit = static_cast<unsigned>(*bit);
    }
    const toml::node* base = reader.node("base");
    const auto number = base == nullptr ? 10 : base->value_exact<std::int64_t>().value_or(0);
    if (number != 10 && number != 16) {
        reader.report("base", shown(*base) + " is no base that is used, expected 10 or 16");
    }
    pin.base = number == 16 ? 16 : 10;
    reader.node("gpio");
    refuse(reader, "line", "a file");
}

std::optional<drivers::PinDescription> read_pin(TableReader& port, std::string_view key, std::string_view what,
                                                const std::filesystem::path& folder) {
    const toml::table* table = port.table(key);
    if (table == nullptr) {
        return std::nullopt;
    }
    TableReader reader = port.inside(key, *table);
    drivers::PinDescription pin;
    if (table->contains("gpio")) {
        read_line(reader, pin);
    } else {
        read_file(reader, what, folder, pin);
    }
    pin.active = reader.integer("active", 0, 1).value_or(1) == 1;
    reader.report_unknown_keys();
    return pin;
}

std::optional<drivers::ThermometerDescription> read_temperature(TableReader& port,
                                                                const std::filesystem::path& folder) {
    const toml::table* table = port.table("temperature");
    if (table == nullptr) {
        return std::nullopt;
    }
    TableReader reader = port.inside("temperature", *table);
    drivers::ThermometerDescription thermometer;
    thermometer.path = located(folder, reader.required_text("path", "the file with the temperature").value_or(""));
    thermometer.units_per_celsius =
        static_cast<unsigned>(reader.integer("units_per_celsius", 1, largest_unit).value_or(1000));
    reader.report_unknown_keys();
    return thermometer;
}

}  // namespace

void read_cage(TableReader& port, const std::filesystem::path& folder, drivers::PortDescription& description) {
    description.presence = read_pin(port, "presence", "presence", folder);
    description.reset = read_pin(port, "reset", "reset", folder);
    description.low_power = read_pin(port, "low_power", "low power", folder);
    description.temperature = read_temperature(port, folder);
}

}  // namespace opticward::config
