// Any bytes decode to something; what was encoded decodes and encodes to the same bytes again.
//
// Input: for each page a byte that chooses it (lower memory, 00h, 01h, 02h, 03h, 10h, 11h, 11h bank 1), then 128 bytes.
#include "cmis/codec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace {

namespace cmis = opticward::cmis;

constexpr std::array<cmis::PageId, 8> pages{cmis::lower_memory,     cmis::upper_page(0x00),   cmis::upper_page(0x01),
                                            cmis::upper_page(0x02), cmis::upper_page(0x03),   cmis::upper_page(0x10),
                                            cmis::upper_page(0x11), cmis::upper_page(0x11, 1)};

cmis::MemoryMap memory_of(std::span<const std::uint8_t> input) {
    cmis::MemoryMap memory;
    while (input.size() > cmis::page_size) {
        cmis::Page& page = memory.at(pages[input[0] % pages.size()]);
        for (std::size_t i = 0; i < cmis::page_size; ++i) {
            page[i] = input[i + 1];
        }
        input = input.subspan(cmis::page_size + 1);
    }
    return memory;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const cmis::MemoryMap memory = memory_of({data, size});
    cmis::Module module = cmis::decode(memory);
    if (cmis::readability(memory) != cmis::Readability::readable) {
        return 0;
    }
    cmis::decode_live(memory, module);
    // The first round makes the pages that were missing, and with page 01h the advertisement that gates others; from
    // then on nothing may change any more.
    const cmis::MemoryMap whole = cmis::encode(cmis::decode(cmis::encode(cmis::decode(memory))));
    if (whole != cmis::encode(cmis::decode(whole))) {
        std::abort();
    }
    return 0;
}
