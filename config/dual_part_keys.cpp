#include "config/dual_part_keys.h"

#include "config/origins.h"
#include "config/plain_text.h"

#include <optional>
#include <string>
#include <utility>

namespace opticward::config {

namespace {

constexpr std::string_view vendor_is = "a part of the vendor's name, or a list of them";

bool is_good_vendor(const std::optional<std::string>& vendor) {
    return vendor && !vendor->empty() && vendor->size() <= longest_text && !has_control_character(*vendor);
}

// None where there is a problem, which has been reported.
std::vector<std::string> vendors(TableReader& reader) {
    const toml::node* node = reader.all().get("vendor");
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    std::vector<std::string> all;
    if (list == nullptr) {
        if (auto vendor = reader.required_text("vendor", vendor_is)) {
            all.push_back(std::move(*vendor));
        }
        return all;
    }
    reader.node("vendor");
    for (const toml::node& element : *list) {
        auto vendor = element.value_exact<std::string>();
        if (!is_good_vendor(vendor)) {
            reader.report("vendor", shown(element) + " is no name, expected " + std::string{vendor_is});
            return {};
        }
        all.push_back(std::move(*vendor));
    }
    if (all.empty()) {
        reader.report("vendor", "empty, expected " + std::string{vendor_is});
    }
    return all;
}

}  // namespace

void read_dual_parts(TableReader& file, Problems& problems, std::vector<DualPart>& parts,
                     std::vector<SettingOrigin>& origins) {
    for (const auto& [table, name] : file.tables("dual_part")) {
        TableReader reader{*table, name, problems};
        const std::vector<std::string> names = vendors(reader);
        const std::string part_number =
            reader.required_text("part_number", "a part number, with * for any rest").value_or("");
        const bool dual = reader.boolean("dual").value_or(true);
        const std::string source = reader.text("source").value_or("");
        reader.report_unknown_keys();
        if (parts.size() + names.size() > most_dual_parts) {
            return file.report("dual_part", "too many, expected at most " + std::to_string(most_dual_parts));
        }
        for (const std::string& vendor : names) {
            parts.push_back({.vendor = vendor, .part_number = part_number, .dual = dual, .source = source});
        }
        add_origins(*table, "dual_part[" + part_number + "]", {}, origins);
    }
}

}  // namespace opticward::config
