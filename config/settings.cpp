#include "config/settings.h"

#include "config/board_reader.h"
#include "config/small_text_file.h"
#include "config/table_reader.h"

#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace opticward::config {

namespace {

constexpr NumberRange period{.least = 0.05, .most = 86'400, .unit = "seconds"};
constexpr std::array<std::string_view, 4> levels{"debug", "info", "warning", "error"};

void read_seconds(TableReader& reader, std::string_view key, NumberRange range, std::chrono::milliseconds& into) {
    if (const auto seconds = reader.number(key, range)) {
        into = std::chrono::milliseconds{std::llround(*seconds * 1000)};
    }
}

void read_number(TableReader& reader, std::string_view key, NumberRange range, double& into) {
    into = reader.number(key, range).value_or(into);
}

void read_http(TableReader& file, Settings& settings, Problems& problems) {
    const toml::table* table = file.table("http");
    if (table == nullptr) {
        return;
    }
    TableReader reader{*table, "http", problems};
    if (const auto listen = reader.text("listen")) {
        if (const auto address = parse_listen_address(*listen)) {
            settings.listen = *address;
        } else {
            reader.report("listen", shown(*table->get("listen")) +
                                        " is no address, expected one like \"127.0.0.1:10156\" or \"[::1]:10156\"");
        }
    }
    reader.report_unknown_keys();
}

void read_poll(TableReader& file, PollSettings& poll, Problems& problems) {
    const toml::table* table = file.table("poll");
    if (table == nullptr) {
        return;
    }
    TableReader reader{*table, "poll", problems};
    read_seconds(reader, "presence_seconds", period, poll.presence);
    read_seconds(reader, "interval_seconds", period, poll.interval);
    read_seconds(reader, "network_interval_seconds", period, poll.network_interval);
    read_seconds(reader, "simulated_interval_seconds", period, poll.simulated_interval);
    read_seconds(reader, "identity_check_seconds", period, poll.identity_check);
    read_number(reader, "max_bus_share", {.least = 0.001, .most = 1, .unit = ""}, poll.max_bus_share);
    poll.stale_periods = static_cast<unsigned>(reader.integer("stale_periods", 1, 1000).value_or(poll.stale_periods));
    read_seconds(reader, "stale_seconds", period, poll.stale_at_least);
    reader.report_unknown_keys();
}

void read_judge(TableReader& file, JudgeSettings& judge, Problems& problems) {
    const toml::table* table = file.table("judge");
    if (table == nullptr) {
        return;
    }
    TableReader reader{*table, "judge", problems};
    read_seconds(reader, "clear_seconds", {.least = 0, .most = 86'400, .unit = "seconds"}, judge.clear_after);
    if (const toml::table* inner = reader.table("hysteresis")) {
        TableReader hysteresis{*inner, "judge.hysteresis", problems};
        read_number(hysteresis, "temperature_celsius", {.least = 0, .most = 50, .unit = "celsius"},
                    judge.temperature_hysteresis_celsius);
        read_number(hysteresis, "supply_voltage_volts", {.least = 0, .most = 1, .unit = "volts"},
                    judge.supply_voltage_hysteresis_volts);
        read_number(hysteresis, "tx_bias_ratio", {.least = 0, .most = 0.5, .unit = "of the limit"},
                    judge.tx_bias_hysteresis_ratio);
        read_number(hysteresis, "optical_power_decibels", {.least = 0, .most = 10, .unit = "dB"},
                    judge.optical_power_hysteresis_decibels);
        hysteresis.report_unknown_keys();
    }
    reader.report_unknown_keys();
}

void read_log(TableReader& file, Settings& settings, Problems& problems) {
    const toml::table* table = file.table("log");
    if (table == nullptr) {
        return;
    }
    TableReader reader{*table, "log", problems};
    if (const auto level = reader.word("level", levels)) {
        settings.log_level = static_cast<LogLevel>(*level);
    }
    reader.report_unknown_keys();
}

Settings read_all(const toml::table& table, const std::filesystem::path& file, Problems& problems) {
    TableReader reader{table, "", problems};
    Settings settings;
    settings.file = file;
    read_http(reader, settings, problems);
    read_poll(reader, settings.poll, problems);
    read_judge(reader, settings.judge, problems);
    read_log(reader, settings, problems);
    std::error_code error;
    const auto folder = std::filesystem::absolute(file, error).parent_path();
    read_board(reader, folder, settings, problems);
    reader.report_unknown_keys();
    return settings;
}

bool is_numeric_address(const std::string& address) {
    std::array<unsigned char, sizeof(in6_addr)> buffer{};
    return inet_pton(AF_INET, address.c_str(), buffer.data()) == 1 ||
           inet_pton(AF_INET6, address.c_str(), buffer.data()) == 1;
}

// One problem is one line, whatever the file had in its keys.
std::string on_one_line(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            c = '?';
        }
    }
    return text;
}

}  // namespace

std::string text(const SettingsProblem& problem) {
    std::string line = problem.file;
    if (problem.line > 0) {
        line += ":" + std::to_string(problem.line);
    }
    line += ": ";
    if (!problem.key.empty()) {
        line += problem.key + ": ";
    }
    return on_one_line(line + problem.what);
}

std::optional<ListenAddress> parse_listen_address(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view address = text.substr(0, colon);
    const bool bracketed = address.size() > 2 && address.front() == '[' && address.back() == ']';
    if (bracketed) {
        address = address.substr(1, address.size() - 2);
    }
    const std::string_view digits = text.substr(colon + 1);
    ListenAddress listen;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), listen.port);
    listen.address = address;
    const bool is_port = error == std::errc{} && end == digits.data() + digits.size();
    if (!is_port || address.contains(':') != bracketed || !is_numeric_address(listen.address)) {
        return std::nullopt;
    }
    return listen;
}

std::expected<Settings, std::vector<SettingsProblem>> load(const std::filesystem::path& file) {
    const auto text = read_text_file(file, largest_settings_file);
    if (!text) {
        return std::unexpected{
            std::vector{SettingsProblem{.file = file.string(),
                                        .line = 0,
                                        .column = 0,
                                        .key = {},
                                        .what = text.error() + ", expected a configuration file in TOML"}}};
    }
    try {
        const toml::table table = toml::parse(*text, file.string());
        Problems problems{file.string()};
        Settings settings = read_all(table, file, problems);
        if (!problems.empty()) {
            return std::unexpected{std::move(problems).in_order()};
        }
        return settings;
    } catch (const toml::parse_error& error) {
        const auto& at = error.source().begin;
        return std::unexpected{std::vector{SettingsProblem{.file = file.string(),
                                                           .line = at.line,
                                                           .column = at.column,
                                                           .key = {},
                                                           .what = std::string{error.description()}}}};
    }
}

}  // namespace opticward::config
