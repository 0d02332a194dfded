#include "config/plain_text.h"

#include "config/settings.h"

namespace opticward::config {

namespace {

constexpr std::string_view cut = "...";

unsigned char byte_at(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

// How many bytes the control character there has; 0: it is none.
std::size_t control_at(std::string_view text, std::size_t i) {
    const unsigned char byte = byte_at(text, i);
    if (byte < ' ' || byte == 0x7f) {
        return 1;
    }
    const bool is_c1 =
        byte == 0xc2 && i + 1 < text.size() && byte_at(text, i + 1) >= 0x80 && byte_at(text, i + 1) < 0xa0;
    return is_c1 ? 2 : 0;
}

bool continues_character(std::string_view text, std::size_t i) {
    return (byte_at(text, i) & 0xc0U) == 0x80;
}

}  // namespace

bool has_control_character(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (control_at(text, i) > 0) {
            return true;
        }
    }
    return false;
}

std::string printable(std::string_view text, std::size_t longest) {
    std::size_t end = text.size();
    if (end > longest) {
        end = longest;
        while (end > 0 && continues_character(text, end)) {
            --end;
        }
    }
    std::string out;
    for (std::size_t i = 0; i < end;) {
        const std::size_t control = control_at(text, i);
        out += control > 0 ? '?' : text[i];
        i += control > 0 ? control : 1;
    }
    return end < text.size() ? out.append(cut) : out;
}

namespace {

// "Ethernet1/1" is a port. Names stand in URLs, where "." and ".." would be resolved.
bool has_good_parts(std::string_view name) {
    while (true) {
        const auto slash = name.find('/');
        const std::string_view part = name.substr(0, slash);
        if (part.empty() || part == "." || part == "..") return false;
        if (slash == std::string_view::npos) return true;
        name.remove_prefix(slash + 1);
    }
}

}  // namespace

bool is_good_name(std::string_view name) {
    return name.size() <= longest_name && has_good_parts(name) && name.front() != ' ' && name.back() != ' ' &&
           !has_control_character(name);
}

}  // namespace opticward::config
