#include "daemon/cli/value_text.h"

#include "daemon/cli/lookup.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <type_traits>

namespace opticward::daemon::cli {

namespace {

bool is_code(const cmis::Value& value) {
    return members(&value).size() == 2 && value.find("code") != nullptr && value.find("name") != nullptr;
}

// Fits behind its key.
bool is_short(const cmis::Value& value) {
    const auto list = elements(&value);
    return is_code(value) ||
           (members(&value).empty() && std::ranges::all_of(list, [](const cmis::Value& element) {
                return element.get<cmis::Object>() == nullptr && element.get<cmis::Array>() == nullptr;
            }));
}

void add_lines(std::string& text, const cmis::Value& value, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (const cmis::Member& member : members(&value)) {
        text += indent + printable(member.key) + ":";
        if (is_short(member.value)) {
            text += " " + value_words(member.value) + "\n";
            continue;
        }
        text += "\n";
        add_lines(text, member.value, depth + 1);
    }
    for (const cmis::Value& element : elements(&value)) {
        if (is_short(element)) {
            text += indent + "- " + value_words(element) + "\n";
            continue;
        }
        text += indent + "-\n";
        add_lines(text, element, depth + 1);
    }
}

}  // namespace

std::string value_words(const cmis::Value& value) {
    if (is_code(value)) {
        return printable(text_of(value.find("name")));
    }
    if (const auto* text = value.get<std::string>()) {
        return printable(*text);
    }
    if (value.get<cmis::Array>() != nullptr) {
        std::string words;
        for (const cmis::Value& element : elements(&value)) {
            words += (words.empty() ? "" : ", ") + value_words(element);
        }
        return words.empty() ? "none" : words;
    }
    return printable(to_json(value, JsonStyle::compact));
}

std::string value_text(const cmis::Value& value) {
    std::string text;
    add_lines(text, value, 0);
    return text;
}

}  // namespace opticward::daemon::cli
