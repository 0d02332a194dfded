#include "daemon/cli/image_formats.h"

#include "cmis/image.h"
#include "daemon/cli/terminal_text.h"

#include <algorithm>
#include <array>

namespace opticward::daemon::cli {

namespace {

std::string binary(const cmis::MemoryMap& memory) {
    const auto bytes = cmis::write_image_binary(memory);
    return {bytes.begin(), bytes.end()};
}

struct Form {
    std::string_view name;
    bool banks = false;
    std::string (*write)(const cmis::MemoryMap&, std::string_view port) = nullptr;
};
constexpr std::array<Form, 5> forms{
    {{"text", true, [](const cmis::MemoryMap& memory, std::string_view) { return cmis::write_image_text(memory); }},
     {"binary", false, [](const cmis::MemoryMap& memory, std::string_view) { return binary(memory); }},
     {"ethtool", false,
      [](const cmis::MemoryMap& memory, std::string_view) { return cmis::write_image_ethtool(memory); }},
     {"i2cdump", true,
      [](const cmis::MemoryMap& memory, std::string_view) { return cmis::write_image_i2cdump(memory); }},
     {"sfputil", false, [](const cmis::MemoryMap& memory, std::string_view port) {
          return cmis::write_image_sfputil(memory, printable(port));
      }}}};

}  // namespace

std::optional<WrittenImage> written_image(const cmis::MemoryMap& memory, std::string_view format,
                                          std::string_view port) {
    const auto* const form = std::ranges::find(forms, format, &Form::name);
    if (form == forms.end()) {
        return std::nullopt;
    }
    const auto banked = std::ranges::count_if(memory.pages(), [](const auto& entry) { return entry.first.bank != 0; });
    const bool lost = banked > 0 && !form->banks;
    return WrittenImage{form->write(memory, port), lost ? std::to_string(banked) +
                                                              " pages of further banks, for which " +
                                                              std::string{format} + " has no place"
                                                        : ""};
}

}  // namespace opticward::daemon::cli
