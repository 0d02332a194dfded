// Module images for tests, built byte by byte from the maps (SFF-8636 table 6-x, CMIS chapter 8): nothing here uses the
// codec, so that a wrong offset in a table cannot hide. All identities are made up.
#pragma once

#include "cmis/memory_map.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace opticward::test {

// Writes bytes from `at` on within its page; the page is made of zeros if it was not there.
inline void put(cmis::MemoryMap& memory, cmis::Location at, std::initializer_list<std::uint8_t> bytes) {
    cmis::Page& page = memory.at(at.page);
    std::size_t index = cmis::index_of(at);
    for (const std::uint8_t byte : bytes) {
        page.at(index++) = byte;
    }
}

// ASCII, padded with blanks to the width of the field.
inline void put_text(cmis::MemoryMap& memory, cmis::Location at, std::size_t width, std::string_view text) {
    cmis::Page& page = memory.at(at.page);
    for (std::size_t i = 0; i < width; ++i) {
        page.at(cmis::index_of(at) + i) = i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{' '};
    }
}

// The same big-endian word for each lane.
inline void put_words(cmis::MemoryMap& memory, cmis::Location at, std::initializer_list<std::uint16_t> words) {
    cmis::Page& page = memory.at(at.page);
    std::size_t index = cmis::index_of(at);
    for (const std::uint16_t word : words) {
        page.at(index++) = static_cast<std::uint8_t>(word >> 8U);
        page.at(index++) = static_cast<std::uint8_t>(word & 0xFFU);
    }
}

// A page of one byte value.
inline void fill(cmis::MemoryMap& memory, cmis::PageId page, std::uint8_t value) {
    memory.at(page).fill(value);
}

// Stores the low eight bits of the sum of bytes first..last of a page at `at`.
inline void put_sum(cmis::MemoryMap& memory, cmis::PageId id, std::size_t first, std::size_t last, std::size_t at) {
    cmis::Page& page = memory.at(id);
    unsigned sum = 0;
    for (std::size_t offset = first; offset <= last; ++offset) {
        sum += page.at(offset % cmis::page_size);
    }
    page.at(at % cmis::page_size) = static_cast<std::uint8_t>(sum & 0xFFU);
}

// CC_BASE and CC_EXT. To be called again after a byte of page 00h was changed.
inline void put_sff8636_sums(cmis::MemoryMap& memory) {
    put_sum(memory, cmis::upper_page(0x00), 128, 190, 191);
    put_sum(memory, cmis::upper_page(0x00), 192, 222, 223);
}

// Checksums of pages 00h, and of 01h and 02h where they are there.
inline void put_cmis_sums(cmis::MemoryMap& memory) {
    put_sum(memory, cmis::upper_page(0x00), 128, 221, 222);
    if (memory.find(cmis::upper_page(0x01)) != nullptr) {
        put_sum(memory, cmis::upper_page(0x01), 130, 254, 255);
    }
    if (memory.find(cmis::upper_page(0x02)) != nullptr) {
        put_sum(memory, cmis::upper_page(0x02), 128, 254, 255);
    }
}

// Page 03h of A: temperature 75/70/0/-5, Vcc 3.63/3.465/3.135/2.97 (rounded), Tx bias 15/13/4/3 mA and so on.
inline void put_sff8636_thresholds(cmis::MemoryMap& memory) {
    using cmis::upper;
    put_words(memory, upper(0x03, 128), {0x4B00, 0xFB00, 0x4600, 0x0000});  // 75, -5, 70, 0 C
    put_words(memory, upper(0x03, 144), {0x8DCC, 0x7404, 0x875A, 0x7A76});  // 3.63, 2.97, 3.465, 3.135 V
    put_words(memory, upper(0x03, 176), {0x7B87, 0x031A, 0x621F, 0x0631});  // 5, -11, 4, -8 dBm
    put_words(memory, upper(0x03, 184), {0x1D4C, 0x05DC, 0x1964, 0x07D0});  // 15, 3, 13, 4 mA
    put_words(memory, upper(0x03, 192), {0x7B87, 0x04EB, 0x621F, 0x08BF});  // 5, -9, 4, -6.5 dBm
}

// A: 200GBASE-SR4 QSFP56, SFF-8636 revision 08h: 41.5 C, 3.2950 V, each lane Rx 1.0 mW, bias 7.0 mA, Tx 1.1 mW,
// power class 7, page 03h.
inline cmis::MemoryMap image_a() {
    using cmis::lower, cmis::upper;
    cmis::MemoryMap memory;
    put(memory, lower(0), {0x11, 0x08, 0x00});
    put(memory, lower(6), {0x01});  // initialization complete
    put_words(memory, lower(22), {0x2980});
    put_words(memory, lower(26), {0x80B6});
    put_words(memory, lower(34), {10000, 10000, 10000, 10000});
    put_words(memory, lower(42), {3500, 3500, 3500, 3500});
    put_words(memory, lower(50), {11000, 11000, 11000, 11000});
    put(memory, upper(0x00, 128), {0x11, 0xCF, 0x0C, 0x80});  // class 7, both CDRs; MPO 1x12; see byte 192
    put(memory, upper(0x00, 139), {0x08, 0xFF});              // PAM4; rate in byte 222
    put(memory, upper(0x00, 143), {35});                      // OM3 70 m
    put(memory, upper(0x00, 146), {50, 0x00});                // OM4 100 m; 850 nm VCSEL
    put_text(memory, upper(0x00, 148), 16, "EXAMPLE OPTICS");
    put_text(memory, upper(0x00, 168), 16, "EX-200-SR4");
    put_text(memory, upper(0x00, 184), 2, "A1");
    put_words(memory, upper(0x00, 186), {17000, 2000});  // 850 nm, 10 nm
    put(memory, upper(0x00, 190), {70});
    put(memory, upper(0x00, 192), {0x41});  // 200GBASE-SR4
    put_text(memory, upper(0x00, 196), 16, "TST0000001");
    put_text(memory, upper(0x00, 212), 8, "240101");
    put(memory, upper(0x00, 220), {0x3C});  // temperature, Vcc, average Rx power, Tx power
    put(memory, upper(0x00, 222), {0x6A});  // 26.5 GBd
    put_sff8636_thresholds(memory);
    put_sff8636_sums(memory);
    return memory;
}

// B: InfiniBand HDR (and EDR) passive copper, 2 m, flat memory, no Ethernet code.
inline cmis::MemoryMap image_b() {
    using cmis::lower, cmis::upper;
    cmis::MemoryMap memory;
    put(memory, lower(0), {0x11, 0x08, 0x04});
    put(memory, upper(0x00, 128), {0x11, 0x00, 0x23, 0x00});
    put(memory, upper(0x00, 139), {0x08, 0xFF});
    put(memory, upper(0x00, 146), {2, 0xA0});  // 2 m, copper cable unequalized
    put_text(memory, upper(0x00, 148), 16, "EXAMPLE OPTICS");
    put(memory, upper(0x00, 164), {0x30});  // EDR, HDR
    put_text(memory, upper(0x00, 168), 16, "EX-HDR-DAC-2M");
    put_text(memory, upper(0x00, 184), 2, "A1");
    put(memory, upper(0x00, 186), {5, 7});  // dB at 2.5 and 5 GHz
    put(memory, upper(0x00, 190), {70});
    put_text(memory, upper(0x00, 196), 16, "TST0000003");
    put_text(memory, upper(0x00, 212), 8, "240101");
    put(memory, upper(0x00, 222), {0x6A});
    put_sff8636_sums(memory);
    return memory;
}

// B2: the same cable, coded for 200GBASE-CR4 as well.
inline cmis::MemoryMap image_b2() {
    using cmis::upper;
    cmis::MemoryMap memory = image_b();
    put(memory, upper(0x00, 131), {0x80});
    put(memory, upper(0x00, 192), {0x40});
    put_text(memory, upper(0x00, 168), 16, "EX-DUAL-DAC-2M");
    put_text(memory, upper(0x00, 196), 16, "TST0000004");
    put_sff8636_sums(memory);
    return memory;
}

// C: QSFP with CMIS 4.0, applications IB HDR and IB EDR on four lanes; 52.25 C, 3.301 V, ready. No page 01h.
inline cmis::MemoryMap image_c() {
    using cmis::lower, cmis::upper;
    cmis::MemoryMap memory;
    put(memory, lower(0), {0x1E, 0x40, 0x00, 0x07});
    put_words(memory, lower(14), {0x3440, 0x80F2});
    put(memory, lower(85), {0x01});  // optical MMF
    put(memory, lower(86), {0x31, 0x00, 0x44, 0x01, 0x30, 0x00, 0x44, 0x01});
    for (std::uint8_t offset = 94; offset < 118; offset += 4) {
        put(memory, lower(offset), {0xFF});
    }
    put(memory, upper(0x00, 128), {0x1E});
    put_text(memory, upper(0x00, 129), 16, "EXAMPLE OPTICS");
    put_text(memory, upper(0x00, 148), 16, "EX-200C-SR4");
    put_text(memory, upper(0x00, 164), 2, "A1");
    put_text(memory, upper(0x00, 166), 16, "TST0000002");
    put_text(memory, upper(0x00, 182), 8, "240101");
    put(memory, upper(0x00, 200), {0x80, 0x14, 0x00, 0x0C});  // class 5, 5.0 W, no captive cable, MPO 1x12
    put_cmis_sums(memory);
    return memory;
}

// C2: the same with 200GAUI-4/200GBASE-SR4 and CAUI-4/100GBASE-SR4.
inline cmis::MemoryMap image_c2() {
    using cmis::lower;
    cmis::MemoryMap memory = image_c();
    put(memory, lower(86), {0x0F, 0x0E, 0x44, 0x01, 0x0B, 0x09, 0x44, 0x01});
    return memory;
}

// Page 01h of a CMIS module with every monitor, average Rx power, no bias multiplier, one bank; page 11h all activated.
inline void put_cmis_monitors(cmis::MemoryMap& memory) {
    using cmis::upper;
    put(memory, upper(0x01, 151), {0x10});                    // average Rx power
    put(memory, upper(0x01, 157), {0x0F, 0x06, 0x03, 0x07});  // flags; temperature, Vcc; Tx bias, Tx power, Rx power
    put(memory, upper(0x11, 128), {0x44, 0x44, 0x44, 0x44});
    put_words(memory, upper(0x11, 154), {11000, 11000, 11000, 11000, 11000, 11000, 11000, 11000});
    put_words(memory, upper(0x11, 170), {3500, 3500, 3500, 3500, 3500, 3500, 3500, 3500});
    put_words(memory, upper(0x11, 186), {10000, 10000, 10000, 10000, 10000, 10000, 10000, 10000});
    put_cmis_sums(memory);
}

// Page 02h in CMIS order: Tx power, Tx bias, Rx power.
inline void put_cmis_thresholds(cmis::MemoryMap& memory) {
    using cmis::upper;
    put_words(memory, upper(0x02, 128), {0x4B00, 0xFB00, 0x4600, 0x0000});
    put_words(memory, upper(0x02, 136), {0x8DCC, 0x7404, 0x875A, 0x7A76});
    put_words(memory, upper(0x02, 176), {0x7B87, 0x04EB, 0x621F, 0x08BF});
    put_words(memory, upper(0x02, 184), {0x1D4C, 0x05DC, 0x1964, 0x07D0});
    put_words(memory, upper(0x02, 192), {0x7B87, 0x031A, 0x621F, 0x0631});
    put_cmis_sums(memory);
}

}  // namespace opticward::test
