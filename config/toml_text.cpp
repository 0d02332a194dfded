#include "config/toml_text.h"

#include "config/plain_text.h"
#include "config/text_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace opticward::config {

namespace {

constexpr std::size_t longest_quoted = 40;

// What the parser says, by words that it uses, and what that means to somebody who wrote the file. The first row that
// fits; `subject` is what the parser was reading.
struct Meaning {
    std::string_view subject;
    std::string_view says;
    std::string_view means;
};
constexpr std::array meanings{
    Meaning{"", "as array-of-tables", "was a table or value before, expected [[...]] each time or never"},
    Meaning{"", "as table", "was something else before, expected one kind of thing of a name"},
    Meaning{"", "cannot redefine existing array", "was something else before, expected one kind of thing of a name"},
    Meaning{"", "cannot redefine existing", "stands twice in this file, expected it once"},
    Meaning{"string", "end-of-file", "the file ends inside a text, expected its closing quote"},
    Meaning{"string", "control characters", "the line ends inside a text, expected its closing quote"},
    Meaning{"array", "end-of-file", "the file ends inside a list, expected \"]\""},
    Meaning{"array", "expected comma", "two values without a comma, expected one between them"},
    Meaning{"inline table", "end-of-file", "the file ends inside { }, expected \"}\""},
    Meaning{"inline table", "closing '}', saw '\\n'", "the line ends inside { }, expected all of it on one line"},
    Meaning{"inline table", "expected comma", "two keys without a comma, expected one between them"},
    Meaning{"inline table", "expected key", "no key inside { }, expected KEY = VALUE"},
    Meaning{"table header", "expected ']'", "is not closed, expected \"]\" for each \"[\""},
    Meaning{"table header", "expected a comment", "is followed by something, expected each key on a line of its own"},
    Meaning{"", "end-of-file", "the file ends in the middle, expected the rest of it"},
    Meaning{"", "expected value, saw", "nothing behind the \"=\", expected a value"},
    Meaning{"", "expected '=', saw", "no \"=\" behind the key, expected KEY = VALUE"},
    Meaning{"", "not representable", "too large for a number, expected one of at most 64 bits"},
    Meaning{"", "could not be interpreted", "too large for a number, expected one of at most 64 bits"},
    Meaning{"", "expected a comment or whitespace",
            "something follows the value, expected the end of the line (and a point in decimals)"},
    Meaning{"value", "", "is no value, expected a number, true, false or text in quotes"},
    Meaning{"boolean", "", "is no value, expected a number, true, false or text in quotes"},
    Meaning{"decimal integer", "leading zeroes", "a number with a zero in front, expected it without"},
    Meaning{"decimal integer", "", "is no value, expected a number, true, false or text in quotes"},
    Meaning{"floating-point", "", "is no value, expected a number, true, false or text in quotes"},
    Meaning{"hexadecimal integer", "", "is no value, expected a number, true, false or text in quotes"},
    Meaning{"root table", "expected keys", "no key here, expected KEY = VALUE or [TABLE]"},
    Meaning{"key", "expected bare key", "no key here, expected KEY = VALUE or [TABLE]"},
    Meaning{"", "unknown escape sequence", R"(a "\" that escapes nothing, expected "\\" or text in 'single quotes')"},
};

// "Error while parsing SUBJECT: REASON"
std::pair<std::string_view, std::string_view> subject_and_reason(std::string_view description) {
    constexpr std::string_view beginning = "Error while parsing ";
    const auto colon = description.find(": ");
    if (!description.starts_with(beginning) || colon == std::string_view::npos) {
        return {"", description};
    }
    return {description.substr(beginning.size(), colon - beginning.size()), description.substr(colon + 2)};
}

std::string in_our_words(std::string_view description) {
    const auto [subject, reason] = subject_and_reason(description);
    for (const Meaning& meaning : meanings) {
        const bool is_subject = meaning.subject.empty() || subject == meaning.subject ||
                                subject.ends_with(" " + std::string{meaning.subject});
        if (is_subject && reason.contains(meaning.says)) {
            return std::string{meaning.means};
        }
    }
    return "no TOML (" + std::string{description} + ")";
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    const auto last = text.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first, last - first + 1);
}

std::string_view line_of(std::string_view text, std::size_t number) {
    for (; number > 1 && !text.empty(); --number) {
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    }
    return text.substr(0, text.find('\n'));
}

// The key or header that the line begins with, as it is written.
std::string key_on(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('[')) {
        const auto end = line.find_last_of(']');
        return printable(trimmed(line.substr(0, end == std::string_view::npos ? line.find('#') : end + 1)),
                         longest_quoted);
    }
    const auto end = line.find_first_of("=:#{ ");
    return printable(line.substr(0, end), longest_quoted);
}

}  // namespace

std::expected<toml::table, SettingsProblem> parse_toml(std::string_view text, const std::string& file) {
    std::optional<TextProblem> problem = problem_of_text(text);
    if (!problem) {
        problem = problem_of_nesting(text);
    }
    if (problem) {
        return std::unexpected{SettingsProblem{
            .file = file, .line = problem->line, .column = 0, .key = {}, .what = std::move(problem->what)}};
    }
    try {
        return toml::parse(text, std::string_view{file});
    } catch (const toml::parse_error& error) {
        const auto& at = error.source().begin;
        // The end of the file may lie behind its last line.
        std::size_t line = at.line;
        while (line > 1 && trimmed(line_of(text, line)).empty()) {
            --line;
        }
        // Where the file ends inside a text of many lines, its last line has no key.
        const std::string_view last = line_of(text, line);
        const bool has_key = error.description().find("end-of-file") == std::string_view::npos || last.contains('=');
        return std::unexpected{SettingsProblem{.file = file,
                                               .line = line,
                                               .column = at.column,
                                               .key = has_key ? key_on(last) : std::string{},
                                               .what = in_our_words(error.description())}};
    }
}

}  // namespace opticward::config
