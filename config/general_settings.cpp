#include "config/general_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace opticward::config {

namespace {

using std::chrono::milliseconds;

constexpr NumberRange period{.least = 0.05, .most = 86'400, .unit = "seconds"};
constexpr std::array<std::string_view, 4> levels{"debug", "info", "warning", "error"};
constexpr std::array<std::string_view, 6> groups{"http", "poll", "judge", "judge.hysteresis", "log", "dbus"};

struct GeneralSetting {
    std::string_view group;
    std::string_view key;
    NumberRange range;
    void (*read)(TableReader& reader, const GeneralSetting& setting, Settings& settings);
    SettingValue (*value)(const Settings& settings);
};

// The member at the end of a path of members: field<&Settings::poll, &PollSettings::interval>(settings).
template <auto first, auto... rest>
constexpr auto& field(auto& object) {
    if constexpr (sizeof...(rest) == 0) {
        return object.*first;
    } else {
        return field<rest...>(object.*first);
    }
}

SettingValue in_seconds(milliseconds time) {
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(time);
    if (whole == time) {
        return std::int64_t{whole.count()};
    }
    return std::chrono::duration<double>(time).count();
}

template <auto... path>
constexpr GeneralSetting seconds(std::string_view group, std::string_view key, NumberRange range = period) {
    return {group, key, range,
            [](TableReader& reader, const GeneralSetting& setting, Settings& settings) {
                if (const auto number = reader.number(setting.key, setting.range)) {
                    field<path...>(settings) = milliseconds{std::llround(*number * 1000)};
                }
            },
            [](const Settings& settings) { return in_seconds(field<path...>(settings)); }};
}

template <auto... path>
constexpr GeneralSetting number(std::string_view group, std::string_view key, NumberRange range) {
    return {group, key, range,
            [](TableReader& reader, const GeneralSetting& setting, Settings& settings) {
                double& value = field<path...>(settings);
                value = reader.number(setting.key, setting.range).value_or(value);
            },
            [](const Settings& settings) { return SettingValue{field<path...>(settings)}; }};
}

template <auto... path>
constexpr GeneralSetting count(std::string_view group, std::string_view key, NumberRange range) {
    return {group, key, range,
            [](TableReader& reader, const GeneralSetting& setting, Settings& settings) {
                const auto [least, most] = std::pair{setting.range.least, setting.range.most};
                if (const auto whole = reader.integer(setting.key, static_cast<std::int64_t>(least),
                                                      static_cast<std::int64_t>(most))) {
                    field<path...>(settings) = static_cast<unsigned>(*whole);
                }
            },
            [](const Settings& settings) { return SettingValue{std::int64_t{field<path...>(settings)}}; }};
}

template <auto... path>
constexpr GeneralSetting boolean(std::string_view group, std::string_view key) {
    return {group,
            key,
            {},
            [](TableReader& reader, const GeneralSetting& setting, Settings& settings) {
                bool& value = field<path...>(settings);
                value = reader.boolean(setting.key).value_or(value);
            },
            [](const Settings& settings) { return SettingValue{field<path...>(settings)}; }};
}

// The number behind the last colon, where there is one.
std::optional<long> port_number(std::string_view address) {
    const auto digits = address.substr(std::min(address.rfind(':'), address.size() - 1) + 1);
    long port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    return error == std::errc{} && end == digits.data() + digits.size() ? std::optional{port} : std::nullopt;
}

void read_listen(TableReader& reader, const GeneralSetting& setting, Settings& settings) {
    const auto text = reader.text(setting.key);
    if (!text) {
        return;
    }
    const auto port = text->empty() ? std::nullopt : port_number(*text);
    if (port && (*port < 1 || *port > 65'535)) {
        reader.report(setting.key, in_quotes(*text) + " has a port that does not exist, expected one from 1 to 65535");
    } else if (const auto address = parse_listen_address(*text)) {
        settings.listen = *address;
    } else {
        reader.report(setting.key,
                      in_quotes(*text) + " is no address, expected one like \"127.0.0.1:10156\" or \"[::1]:10156\"");
    }
}

void read_level(TableReader& reader, const GeneralSetting& setting, Settings& settings) {
    if (const auto level = reader.word(setting.key, levels)) {
        settings.log_level = static_cast<LogLevel>(*level);
    }
}

using enum LogLevel;
static_assert(levels[std::to_underlying(debug)] == "debug" && levels[std::to_underlying(error)] == "error");

constexpr auto poll = &Settings::poll;
constexpr auto judge = &Settings::judge;

constexpr std::array settings_rows{
    boolean<&Settings::http_enabled>("http", "enabled"),
    GeneralSetting{"http",
                   "listen",
                   {},
                   read_listen,
                   [](const Settings& settings) { return SettingValue{text(settings.listen)}; }},
    seconds<poll, &PollSettings::presence>("poll", "presence_seconds"),
    seconds<poll, &PollSettings::interval>("poll", "interval_seconds"),
    seconds<poll, &PollSettings::network_interval>("poll", "network_interval_seconds"),
    seconds<poll, &PollSettings::simulated_interval>("poll", "simulated_interval_seconds"),
    seconds<poll, &PollSettings::identity_check>("poll", "identity_check_seconds"),
    number<poll, &PollSettings::max_bus_share>("poll", "max_bus_share", {.least = 0.001, .most = 1, .unit = ""}),
    count<poll, &PollSettings::stale_periods>("poll", "stale_periods", {.least = 1, .most = 1000, .unit = ""}),
    seconds<poll, &PollSettings::stale_at_least>("poll", "stale_seconds"),
    seconds<judge, &JudgeSettings::clear_after>("judge", "clear_seconds",
                                                {.least = 0, .most = 86'400, .unit = "seconds"}),
    number<judge, &JudgeSettings::temperature_hysteresis_celsius>("judge.hysteresis", "temperature_celsius",
                                                                  {.least = 0, .most = 50, .unit = "celsius"}),
    number<judge, &JudgeSettings::supply_voltage_hysteresis_volts>("judge.hysteresis", "supply_voltage_volts",
                                                                   {.least = 0, .most = 1, .unit = "volts"}),
    number<judge, &JudgeSettings::tx_bias_hysteresis_ratio>("judge.hysteresis", "tx_bias_ratio",
                                                            {.least = 0, .most = 0.5, .unit = "of the limit"}),
    number<judge, &JudgeSettings::optical_power_hysteresis_decibels>("judge.hysteresis", "optical_power_decibels",
                                                                     {.least = 0, .most = 10, .unit = "dB"}),
    GeneralSetting{"log",
                   "level",
                   {},
                   read_level,
                   [](const Settings& settings) {
                       return SettingValue{std::string{levels.at(std::to_underlying(settings.log_level))}};
                   }},
    boolean<&Settings::dbus_enabled>("dbus", "enabled"),
};

// "hysteresis" of "judge.hysteresis"
std::string_view last_part(std::string_view group) {
    return group.substr(group.rfind('.') + 1);
}

std::string_view parent_of(std::string_view group) {
    const auto dot = group.rfind('.');
    return dot == std::string_view::npos ? std::string_view{} : group.substr(0, dot);
}

std::string full_key(const GeneralSetting& setting) {
    return std::string{setting.group} + "." + std::string{setting.key};
}

}  // namespace

void GeneralReader::read(TableReader& file) {
    for (const std::string_view group : groups) {
        if (parent_of(group).empty()) {
            read_group(file, group);
        }
    }
}

void GeneralReader::read_group(TableReader& parent, std::string_view group) {
    const toml::table* table = parent.table(last_part(group));
    if (table == nullptr) {
        return;
    }
    TableReader reader{*table, std::string{group}, problems_};
    for (const GeneralSetting& setting : settings_rows) {
        if (setting.group != group) {
            continue;
        }
        setting.read(reader, setting, settings_);
        if (const toml::node* node = reader.all().get(setting.key)) {
            written_.insert_or_assign(full_key(setting), node->source());
        }
    }
    for (const std::string_view inner : groups) {
        if (parent_of(inner) == group) {
            read_group(reader, inner);
        }
    }
    reader.report_unknown_keys();
}

std::vector<SettingOrigin> GeneralReader::origins() const {
    std::vector<SettingOrigin> all;
    for (const GeneralSetting& setting : settings_rows) {
        SettingOrigin origin{.key = full_key(setting), .value = setting.value(settings_), .file = {}, .line = 0};
        const auto written = written_.find(origin.key);
        if (written != written_.end()) {
            origin.file = written->second.path ? *written->second.path : std::string{};
            origin.line = written->second.begin.line;
        }
        all.push_back(std::move(origin));
    }
    return all;
}

}  // namespace opticward::config
