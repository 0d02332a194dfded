#include "daemon/publish/metrics_process.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace opticward::daemon {

namespace {

constexpr std::size_t largest_file = 1 << 20;

std::string content(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string text(largest_file, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found;
    while (true) {
        const auto start = text.find_first_not_of(" \n\t");
        if (start == std::string_view::npos) return found;
        text.remove_prefix(start);
        const auto end = std::min(text.find_first_of(" \n\t"), text.size());
        found.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

std::optional<double> number(std::string_view word) {
    double value = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
    if (read.ec != std::errc{} || read.ptr != word.data() + word.size()) return std::nullopt;
    return value;
}

std::optional<double> word_after(std::string_view text, std::string_view key) {
    const auto at = text.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    const auto rest = words(text.substr(at + key.size(), 80));
    return rest.empty() ? std::nullopt : number(rest.front());
}

// The fields behind the command name, which may hold blanks and brackets itself; the first is field 3 of proc(5).
std::vector<std::string_view> stat_fields(std::string_view stat) {
    const auto end_of_name = stat.rfind(')');
    return end_of_name == std::string_view::npos ? std::vector<std::string_view>{}
                                                 : words(stat.substr(end_of_name + 1));
}

std::optional<double> field(const std::vector<std::string_view>& fields, std::size_t number_in_manual) {
    const std::size_t index = number_in_manual - 3;
    return index < fields.size() ? number(fields[index]) : std::nullopt;
}

std::optional<double> count_entries(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::directory_iterator entries(folder, error);
    if (error) return std::nullopt;
    double count = 0;
    for (; entries != std::filesystem::directory_iterator{}; entries.increment(error)) {
        if (error) return std::nullopt;
        ++count;
    }
    return count;
}

}  // namespace

ProcessStatistics read_process_statistics(const std::filesystem::path& proc) {
    const std::string stat = content(proc / "self/stat");
    const auto fields = stat_fields(stat);
    const auto ticks_a_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
    const auto page_bytes = static_cast<double>(::sysconf(_SC_PAGESIZE));

    ProcessStatistics statistics;
    const auto user = field(fields, 14);
    const auto system = field(fields, 15);
    if (user && system) statistics.cpu_seconds = (*user + *system) / ticks_a_second;
    statistics.virtual_memory_bytes = field(fields, 23);
    if (const auto pages = field(fields, 24)) statistics.resident_memory_bytes = *pages * page_bytes;
    const auto boot = word_after(content(proc / "stat"), "btime");
    const auto started = field(fields, 22);
    if (boot && started) statistics.started_at_seconds = *boot + *started / ticks_a_second;
    statistics.open_files = count_entries(proc / "self/fd");
    statistics.max_files = word_after(content(proc / "self/limits"), "Max open files");
    return statistics;
}

}  // namespace opticward::daemon
