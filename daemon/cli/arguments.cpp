#include "daemon/cli/arguments.h"

#include <algorithm>

namespace opticward::daemon::cli {

bool Arguments::has(std::string_view name) const {
    return std::ranges::find(options, name, &GivenOption::name) != options.end();
}

const std::string* Arguments::value(std::string_view name) const {
    const std::string* found = nullptr;
    for (const GivenOption& option : options) {
        found = option.name == name ? &option.value : found;
    }
    return found;
}

std::expected<Arguments, std::string> parse(std::span<const std::string> words, std::span<const Option> known) {
    Arguments arguments;
    bool options_ended = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (options_ended || word == "-" || !word.starts_with('-')) {
            arguments.operands.push_back(word);
            continue;
        }
        if (word == "--") {
            options_ended = true;
            continue;
        }
        const std::size_t equals = word.find('=');
        GivenOption given{.name = word.substr(0, equals), .value = {}};
        const auto option = std::ranges::find(known, std::string_view{given.name}, &Option::name);
        if (option == known.end()) {
            return std::unexpected{"unknown option " + given.name};
        }
        if (option->value.empty() && equals != std::string::npos) {
            return std::unexpected{given.name + " takes no value"};
        }
        if (!option->value.empty() && equals != std::string::npos) {
            given.value = word.substr(equals + 1);
        } else if (!option->value.empty()) {
            if (i + 1 == words.size()) {
                return std::unexpected{given.name + " needs a value"};
            }
            given.value = words[++i];
        }
        arguments.options.push_back(std::move(given));
    }
    return arguments;
}

}  // namespace opticward::daemon::cli
