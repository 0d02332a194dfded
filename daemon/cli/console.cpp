#include "daemon/cli/console.h"

#include "daemon/cli/terminal_text.h"

#include <array>
#include <ostream>

namespace opticward::daemon::cli {

std::string painted(const Console& console, Colour colour, std::string_view text) {
    // SGR parameters of ECMA-48, in the order of Colour.
    constexpr std::array<std::string_view, 5> codes{"0", "1", "31", "33", "2"};
    if (!console.colour || colour == Colour::none) {
        return std::string{text};
    }
    std::string result = "\x1b[";
    result += codes[static_cast<std::size_t>(colour) % codes.size()];
    result += "m";
    result += text;
    return result + "\x1b[0m";
}

void complain(const Console& console, std::string_view what) {
    console.error << "opticward: " << printable(what) << '\n';
}

}  // namespace opticward::daemon::cli
