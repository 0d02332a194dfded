#include "config/settings.h"

#include "config/board_reader.h"
#include "config/dual_part_keys.h"
#include "config/general_settings.h"
#include "config/plain_text.h"
#include "config/settings_files.h"
#include "config/table_reader.h"

#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <utility>

namespace opticward::config {

namespace {

bool is_numeric_address(const std::string& address) {
    std::array<unsigned char, sizeof(in6_addr)> buffer{};
    return inet_pton(AF_INET, address.c_str(), buffer.data()) == 1 ||
           inet_pton(AF_INET6, address.c_str(), buffer.data()) == 1;
}

// A problem is one line, whatever the files had in their keys and values.
constexpr std::size_t longest_problem = 4096;

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
    return printable(line + problem.what, longest_problem);
}

std::string text(const SettingValue& value) {
    if (const bool* yes = std::get_if<bool>(&value)) {
        return *yes ? "true" : "false";
    }
    if (const std::int64_t* whole = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*whole);
    }
    if (const double* number = std::get_if<double>(&value)) {
        return plain(*number);
    }
    return std::get<std::string>(value);
}

std::string text(const ListenAddress& listen) {
    const bool is_version_6 = listen.address.contains(':');
    return (is_version_6 ? "[" + listen.address + "]" : listen.address) + ":" + std::to_string(listen.port);
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

Loaded load(const std::filesystem::path& file, MissingFile missing) {
    Problems problems;
    const SettingsFiles read = read_settings_files(file, missing, problems);
    Settings settings;
    settings.file = file;
    std::vector<TableReader> readers;
    readers.reserve(read.files.size());
    GeneralReader general{settings, problems};
    for (const SettingsFile& part : read.files) {
        settings.files.push_back(part.path);
        general.read(readers.emplace_back(part.table, "", problems));
    }
    settings.origins = general.origins();
    for (TableReader& reader : readers) {
        read_dual_parts(reader, problems, settings.dual_parts, settings.origins);
    }
    BoardReader board{settings, problems, read.complete};
    for (std::size_t i = 0; i < readers.size(); ++i) {
        board.read_buses(readers[i], read.files[i].folder);
    }
    for (std::size_t i = 0; i < readers.size(); ++i) {
        board.read_ports(readers[i], read.files[i].folder);
        readers[i].report_unknown_keys();
    }
    if (!problems.empty()) {
        return std::unexpected{std::move(problems).in_order()};
    }
    return settings;
}

Loaded load(const std::filesystem::path& file) {
    return load(file, MissingFile::error);
}

}  // namespace opticward::config
