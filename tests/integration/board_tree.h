// The files of a chassis in a folder of the test's own, as its kernel drivers would show them, from module images made
// here. Paths as on the host.
#pragma once

#include "cmis/memory_map.h"
#include "tests/drivers/temporary_folder.h"
#include "tests/support/module_images.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace opticward::test {

// Five digits behind a letter: a serial number that tells one cage from another.
inline std::string serial(char board, unsigned port) {
    std::string digits = std::to_string(port);
    digits.insert(0, 5 - digits.size(), '0');
    return board + digits;
}

// A 200GBASE-SR4 module with page 03h.
inline cmis::MemoryMap qsfp56(std::string_view serial_number) {
    cmis::MemoryMap image = image_a();
    put_text(image, cmis::upper(0x00, 196), 16, serial_number);
    put_sff8636_sums(image);
    return image;
}

// A QSFP-DD module with CMIS, pages 00h to 02h and 11h.
inline cmis::MemoryMap qsfp_dd(std::string_view serial_number) {
    cmis::MemoryMap image = image_c();
    put(image, cmis::lower(0), {0x18});
    put(image, cmis::upper(0x00, 128), {0x18});
    put_text(image, cmis::upper(0x00, 166), 16, serial_number);
    put_cmis_thresholds(image);
    put_cmis_monitors(image);
    return image;
}

// Enough of an SFP to be told from other kinds.
inline cmis::MemoryMap sfp() {
    cmis::MemoryMap image;
    put(image, cmis::lower(0), {0x03, 0x04, 0x07});
    put_text(image, cmis::lower(20), 16, "EXAMPLE OPTICS");
    fill(image, cmis::upper_page(0x00), 0x00);
    return image;
}

class BoardTree {
public:
    const std::filesystem::path& root() const { return folder_.path(); }

    void write(const std::filesystem::path& file, std::string_view text) { folder_.write(file.relative_path(), text); }
    void write(const std::filesystem::path& file, const cmis::Page& page) {
        write(file, std::string{page.begin(), page.end()});
    }

    // The folder of a device that optoe is bound to.
    void optoe(const std::filesystem::path& device, const cmis::MemoryMap& image, unsigned dev_class) {
        write(device / "dev_class", std::to_string(dev_class) + "\n");
        write(device / "eeprom", linear(image));
    }

    // A module's folder of the SDK, not plugged in.
    void empty_sdk_folder(const std::filesystem::path& module) {
        write(module / "present", "0\n");
        write(module / "temperature/input", "0\n");
    }
    void sdk_folder(const std::filesystem::path& module, const cmis::MemoryMap& image, std::string_view eighths) {
        write(module / "present", "1\n");
        write(module / "temperature/input", std::string{eighths} + "\n");
        const auto pages = module / "eeprom/pages";
        write(pages / "0/i2c-0x50/data", linear(image).substr(0, 256));
        for (const auto& [id, page] : image.pages()) {
            if (!id.lower && id.page > 0) {
                write(pages / std::to_string(id.page) / "data", page);
            }
        }
    }

private:
    // Lower memory, then all pages up to the last one; those between that the module lacks are empty.
    static std::string linear(const cmis::MemoryMap& image) {
        std::size_t last = 0;
        for (const auto& [id, page] : image.pages()) {
            last = std::max<std::size_t>(last, id.lower ? 0 : id.page);
        }
        std::string bytes(cmis::page_size * (last + 2), '\0');
        for (const auto& [id, page] : image.pages()) {
            const std::size_t at = id.lower ? 0 : cmis::page_size * (id.page + std::size_t{1});
            bytes.replace(at, page.size(), std::string{page.begin(), page.end()});
        }
        return bytes;
    }

    drivers::TemporaryFolder folder_;
};

}  // namespace opticward::test
