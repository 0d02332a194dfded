// The command line, cut up. A handful of options, so by hand. Pure.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon::cli {

struct Option {
    std::string_view name;   // "--json"
    std::string_view value;  // what its value is called in the help, "FILE"; empty: it takes none
    std::string_view help;
};

struct GivenOption {
    std::string name;
    std::string value;

    bool operator==(const GivenOption&) const = default;
};

struct Arguments {
    std::vector<std::string> operands;
    std::vector<GivenOption> options;

    bool has(std::string_view name) const;
    // The last value given; nullptr where there is none.
    const std::string* value(std::string_view name) const;
};

// Options may stand anywhere, as "--name value" or "--name=value"; "--" ends them; "-" is an operand. Or what is wrong.
std::expected<Arguments, std::string> parse(std::span<const std::string> words, std::span<const Option> known);

}  // namespace opticward::daemon::cli
