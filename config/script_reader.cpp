#include "config/script_reader.h"

#include "config/description_overlay.h"
#include "config/module_description.h"
#include "config/small_text_file.h"
#include "config/toml_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace opticward::config {

namespace {

using drivers::ScriptAction;
using drivers::ScriptStep;

constexpr NumberRange within_a_day{.least = 0, .most = 86'400, .unit = "seconds"};
constexpr NumberRange some_time{.least = 0.001, .most = 86'400, .unit = "seconds"};
constexpr NumberRange some_minutes{.least = 0.001, .most = 600, .unit = "seconds"};
constexpr std::size_t most_steps = 1000;
// A module latches a flag again as long as its cause lasts: a change that lasts is made so often.
constexpr std::chrono::milliseconds latched_again{500};
constexpr std::chrono::milliseconds longest_lasting{10'000'000};  // of a port, all changes together

constexpr std::array<std::string_view, 9> fault_names{
    "nack", "timeout", "bus_error", "bus_busy", "short_read", "stuck_page", "page_residue", "bit_error", "hang"};
constexpr std::array faults{
    drivers::SimulatedFault::nack,         drivers::SimulatedFault::timeout,    drivers::SimulatedFault::bus_error,
    drivers::SimulatedFault::bus_busy,     drivers::SimulatedFault::short_read, drivers::SimulatedFault::stuck_page,
    drivers::SimulatedFault::page_residue, drivers::SimulatedFault::bit_error,  drivers::SimulatedFault::hang};
static_assert(faults.size() == fault_names.size());

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::milliseconds{std::llround(seconds * 1000)};
}

// Encodes a changed description. A problem is reported where the change stands, not where it would be in the changed
// text that nobody wrote.
std::optional<cmis::MemoryMap> encoded(const toml::table& description, const toml::node& change, const std::string& key,
                                       Problems& problems) {
    auto image = read_description(written(description), {});
    if (image) {
        return std::move(*image);
    }
    for (const auto& problem : image.error()) {
        problems.add(change.source(), key, problem.key.empty() ? problem.what : problem.key + ": " + problem.what);
    }
    return std::nullopt;
}

// One `set` of a script, waiting for the others: which bytes a key owns shows only when all its values are known.
struct Change {
    const toml::table* keys = nullptr;
    std::string name;
    std::size_t step = 0;  // whose action is to be filled in
    std::chrono::milliseconds lasts{0};
};

// Turns the changes of one port into byte patches. A step writes every byte that one of its keys owns, also those that
// happen to be as in the description: it may be the step that brings a value back.
class Patches {
public:
    Patches(const Described& described, Problems& problems) : described_{described}, problems_{problems} {}

    void learn(const Change& change) {
        for (const Leaf& leaf : leaves(*change.keys)) {
            const auto image = encoded(merged(described_.table, leaf.overlay), *change.keys, change.name, problems_);
            if (image) {
                auto& owned = owned_[leaf.path];
                std::ranges::move(differences(*image, described_.image), std::back_inserter(owned));
            }
        }
    }

    std::optional<drivers::PatchBytes> of(const Change& change) const {
        const auto image = encoded(merged(described_.table, *change.keys), *change.keys, change.name, problems_);
        if (!image) {
            return std::nullopt;
        }
        std::vector<cmis::Location> places = differences(*image, described_.image);
        for (const Leaf& leaf : leaves(*change.keys)) {
            const auto owned = owned_.find(leaf.path);
            if (owned != owned_.end()) {
                places.insert(places.end(), owned->second.begin(), owned->second.end());
            }
        }
        drivers::PatchBytes patch;
        for (const cmis::Location& place : places) {
            const std::pair byte{place, image->byte(place)};
            if (std::ranges::find(patch.bytes, byte) == patch.bytes.end()) {
                patch.bytes.push_back(byte);
            }
        }
        return patch;
    }

private:
    const Described& described_;
    Problems& problems_;
    std::map<std::string, std::vector<cmis::Location>> owned_;  // by the key's path
};

class ScriptReader {
public:
    ScriptReader(const Described* described, DescriptionStore& store, Problems& problems)
        : described_{described}, store_{store}, problems_{problems} {}

    std::vector<ScriptStep> read(TableReader& port) {
        for (const auto& [table, name] : port.tables("script")) {
            if (steps_.size() >= most_steps) {
                port.report("script", "too long, expected at most 1000 steps");
                break;
            }
            read_step(*table, name);
        }
        fill_in_changes();
        return std::move(steps_);
    }

private:
    void read_step(const toml::table& table, const std::string& name) {
        TableReader reader{table, name, problems_};
        ScriptStep step;
        if (table.get("at") == nullptr) {
            reader.report("at", "missing, expected the seconds since the start");
        }
        step.at = milliseconds(reader.number("at", within_a_day).value_or(0));
        if (const auto every = reader.number("every", some_time)) {
            step.every = milliseconds(*every);
        }
        if (auto action = read_action(reader)) {
            step.action = std::move(*action);
            steps_.push_back(std::move(step));
        }
        reader.report_unknown_keys();
    }

    std::optional<ScriptAction> read_action(TableReader& step) {
        constexpr std::string_view choice =
            R"("insert", "remove", { set = { ... }, for_seconds = N }, { swap = "FILE" } or { fail = "FAULT", for_seconds = N })";
        const toml::node* node = step.node("action");
        if (node != nullptr && node->is_table()) {
            return read_action_table(step, *node->as_table());
        }
        const auto word = node == nullptr ? std::nullopt : node->value_exact<std::string>();
        if (word == "insert") {
            return drivers::Insert{};
        }
        if (word == "remove") {
            return drivers::Remove{};
        }
        step.report("action", (node == nullptr ? "missing" : shown(*node) + " is no action") + ", expected " +
                                  std::string{choice});
        return std::nullopt;
    }

    std::optional<ScriptAction> read_action_table(TableReader& step, const toml::table& table) {
        TableReader reader{table, step.name_of("action"), problems_};
        std::optional<ScriptAction> action;
        if (table.contains("set")) {
            action = read_set(reader);
        } else if (table.contains("swap")) {
            action = read_swap(reader);
        } else if (table.contains("fail")) {
            action = read_fail(reader);
        } else {
            reader.report_table("does nothing, expected one of set, swap, fail");
            return std::nullopt;
        }
        reader.report_unknown_keys();
        return action;
    }

    std::optional<ScriptAction> read_set(TableReader& reader) {
        const toml::table* keys = reader.table("set");
        if (keys == nullptr) {
            return std::nullopt;
        }
        if (described_ == nullptr) {
            reader.report("set", "there is no module to change, expected a port with a source");
            return std::nullopt;
        }
        const auto lasts = milliseconds(reader.number("for_seconds", some_minutes).value_or(0));
        changes_.push_back({keys, reader.name_of("set"), steps_.size(), lasts});
        return drivers::PatchBytes{};
    }

    std::optional<ScriptAction> read_swap(TableReader& reader) {
        const Described* other = store_.find(reader, "swap");
        if (other == nullptr) {
            return std::nullopt;
        }
        return drivers::Replace{other->image};
    }

    std::optional<ScriptAction> read_fail(TableReader& reader) {
        const auto fault = reader.word("fail", fault_names);
        const auto seconds = reader.number("for_seconds", some_time);
        if (!fault || !seconds) {
            if (fault && reader.node("for_seconds") == nullptr) {
                reader.report("for_seconds", "missing, expected how many seconds the fault lasts");
            }
            return std::nullopt;
        }
        return drivers::InjectFault{faults.at(*fault), milliseconds(*seconds)};
    }

    void fill_in_changes() {
        if (described_ == nullptr || changes_.empty()) {
            return;
        }
        Patches patches{*described_, problems_};
        std::chrono::milliseconds together{0};
        for (const Change& change : changes_) {
            patches.learn(change);
            together += change.lasts;
        }
        if (together > longest_lasting) {
            const Change& last = changes_.back();
            problems_.add(last.keys->source(), last.name,
                          "changes last too long, expected at most 10000 seconds a port");
            return;
        }
        for (const Change& change : changes_) {
            if (auto patch = patches.of(change)) {
                steps_.at(change.step).action = std::move(*patch);
                repeat_while_it_lasts(change);
            }
        }
    }

    void repeat_while_it_lasts(const Change& change) {
        ScriptStep step = steps_.at(change.step);
        const auto end = step.at + change.lasts;
        for (step.at += latched_again; step.at < end; step.at += latched_again) {
            steps_.push_back(step);
        }
    }

    const Described* described_;
    DescriptionStore& store_;
    Problems& problems_;
    std::vector<ScriptStep> steps_;
    std::vector<Change> changes_;
};

constexpr std::array<std::string_view, 2> module_monitors{"temperature_celsius", "supply_voltage_volts"};
constexpr std::array<std::string_view, 3> lane_monitors{"tx_bias_amperes", "tx_power_watts", "rx_power_watts"};

// The change that makes a monitor, on all lanes, larger by the amplitude; empty when the description has no such value.
toml::table raised(const toml::table& description, std::string_view monitor, double amplitude) {
    toml::table monitors;
    if (const auto value = description["monitors"][monitor].value<double>()) {
        monitors.insert(monitor, *value + amplitude);
    }
    toml::array lanes;
    if (const toml::array* described = description["monitors"]["lanes"].as_array()) {
        for (const toml::node& element : *described) {
            const toml::table* lane = element.as_table();
            const auto value = lane == nullptr ? std::nullopt : (*lane)[monitor].value<double>();
            const auto number = lane == nullptr ? std::nullopt : (*lane)["lane"].value<std::int64_t>();
            // A lane that is dark stays dark.
            if (value && number && *value > 0) {
                toml::table changed;
                changed.insert("lane", *number);
                changed.insert(monitor, *value + amplitude);
                lanes.push_back(std::move(changed));
            }
        }
    }
    if (!lanes.empty()) {
        monitors.insert("lanes", std::move(lanes));
    }
    toml::table change;
    if (!monitors.empty()) {
        change.insert("monitors", std::move(monitors));
    }
    return change;
}

unsigned word_at(const cmis::MemoryMap& image, cmis::Location even) {
    const cmis::Location odd{even.page, static_cast<std::uint8_t>(even.offset + 1)};
    return image.byte(even) * 256U + image.byte(odd);
}

// Every monitor is a word of two bytes at an even offset (SFF-8636 22..57; CMIS 14..25 and page 11h 154..201).
void add_wanders(const cmis::MemoryMap& image, const cmis::MemoryMap& larger, std::chrono::milliseconds period,
                 std::vector<ScriptStep>& steps) {
    std::vector<cmis::Location> words;
    for (cmis::Location place : differences(larger, image)) {
        place.offset = static_cast<std::uint8_t>(place.offset & ~1U);
        if (std::ranges::find(words, place) != words.end()) {
            continue;
        }
        words.push_back(place);
        const unsigned before = word_at(image, place);
        const unsigned after = word_at(larger, place);
        steps.push_back({.at = std::chrono::milliseconds{0},
                         .every = std::nullopt,
                         .action = drivers::Wander{.location = place,
                                                   .width = 2,
                                                   .amplitude = after > before ? after - before : before - after,
                                                   .period = period}});
    }
}

}  // namespace

DescriptionStore::DescriptionStore(Problems& problems) : problems_{problems} {}

const Described* DescriptionStore::find(TableReader& reader, std::string_view key) {
    const auto path = reader.required_text(key, "a file with a module description");
    const toml::table* change = reader.table("module");
    const Described* described = path ? find_file(*path, reader, key) : nullptr;
    if (described == nullptr || change == nullptr) {
        return described;
    }
    toml::table table = merged(described->table, *change);
    auto image = encoded(table, *change, reader.name_of("module"), problems_);
    if (!image) {
        return nullptr;
    }
    changed_.push_back(std::make_unique<Described>(Described{std::move(table), std::move(*image), described->file}));
    return changed_.back().get();
}

const Described* DescriptionStore::find_file(const std::string& path, TableReader& reader, std::string_view key) {
    const std::filesystem::path file = (folder_ / path).lexically_normal();
    const auto known = known_.find(file.string());
    if (known != known_.end()) {
        if (known->second == nullptr) {
            reader.report(key, in_quotes(path) + " cannot be used, expected a module description");
        }
        return known->second.get();
    }
    auto& entry = known_[file.string()];
    const auto text = read_text_file(file, largest_settings_file);
    if (!text) {
        reader.report(key, in_quotes(path) + " " + text.error() + ", expected a module description");
        return nullptr;
    }
    auto image = read_description(*text, file.string());
    if (!image) {
        for (const auto& problem : image.error()) {
            problems_.add({problem.file, problem.line, problem.column, problem.key, problem.what});
        }
        return nullptr;
    }
    auto table = parse_toml(*text, file.string());
    if (!table) {
        return nullptr;  // it has been parsed already
    }
    entry = std::make_unique<Described>(Described{std::move(*table), std::move(*image), file.string()});
    return entry.get();
}

std::vector<ScriptStep> read_script(TableReader& port, const Described* described, DescriptionStore& store,
                                    Problems& problems) {
    return ScriptReader{described, store, problems}.read(port);
}

std::vector<ScriptStep> read_wander(const toml::table& wander, const std::string& name, const Described& described,
                                    std::size_t port_number, Problems& problems) {
    TableReader reader{wander, name, problems};
    const double seconds =
        reader.number("period_seconds", {.least = 1, .most = 86'400, .unit = "seconds"}).value_or(60);
    // Not quite the same for each port, so that the board does not breathe in step.
    const auto period = milliseconds(seconds + 0.7 * static_cast<double>(port_number));
    std::vector<std::string_view> monitors{module_monitors.begin(), module_monitors.end()};
    monitors.insert(monitors.end(), lane_monitors.begin(), lane_monitors.end());
    std::vector<ScriptStep> steps;
    for (const std::string_view monitor : monitors) {
        const auto amplitude = reader.number(monitor, {.least = 0, .most = 100, .unit = ""});
        const toml::table change = amplitude ? raised(described.table, monitor, *amplitude) : toml::table{};
        if (change.empty()) {
            continue;
        }
        const auto larger = encoded(merged(described.table, change), wander, reader.name_of(monitor), problems);
        if (larger) {
            add_wanders(described.image, *larger, period, steps);
        }
    }
    reader.report_unknown_keys();
    return steps;
}

}  // namespace opticward::config
