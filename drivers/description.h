// What the configuration says about buses and ports: plain values without I/O, filled by config/, consumed by the
// driver registry. Paths are as written in the board file; the registry roots them.
#pragma once

#include "cmis/memory_map.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace opticward::drivers {

// A pin as a file (0 or 1, or one bit of a word) or as a line of a GPIO chip.
struct PinDescription {
    std::string path = {};             // of the file; empty where it is a GPIO line
    std::string gpio = {};             // the chip by number, name (gpiochip2), path or label; empty where it is a file
    unsigned line = 0;                 // of the GPIO chip
    std::optional<unsigned> bit = {};  // of the file's word, 0 is the least significant; absent: the file holds 0 or 1
    bool active = true;                // the level that means present, in reset, in low power
    unsigned base = 10;                // how the word is written, 10 or 16

    bool operator==(const PinDescription&) const = default;
};

// A file that holds the module's temperature as a whole number; 0 means that nothing was measured.
struct ThermometerDescription {
    std::string path;                   // one name in it may have a "*": the only entry that fits
    unsigned units_per_celsius = 1000;  // hwmon: 1000; the SDK of NVIDIA switches: 8

    bool operator==(const ThermometerDescription&) const = default;
};

// The rest describes simulated boards only.

// What a simulated module can do wrong on demand.
enum class SimulatedFault : std::uint8_t {
    nack,          // does not acknowledge its address
    timeout,       // holds the clock for 25 ms, then the adapter gives up
    bus_error,     // the adapter reports an I/O error
    bus_busy,      // another master has the bus
    short_read,    // delivers half of what was asked
    stuck_page,    // ignores page selects: PageSelect and upper memory stay as they are
    page_residue,  // upper memory shows bytes of another page although PageSelect reads as written
    bit_error,     // one bit of the first byte read is inverted
    hang,          // the transfer does not come back until the fault ends
};

// Bytes of the module change; a page that the module lacks stays lacking.
struct PatchBytes {
    std::vector<std::pair<cmis::Location, std::uint8_t>> bytes;
    bool operator==(const PatchBytes&) const = default;
};
struct Insert {
    bool operator==(const Insert&) const = default;
};
struct Remove {
    bool operator==(const Remove&) const = default;
};
// Another module sits in the cage from one transfer to the next, page 00h selected; nobody saw a removal.
struct Replace {
    cmis::MemoryMap image;
    bool operator==(const Replace&) const = default;
};
struct InjectFault {
    SimulatedFault fault = SimulatedFault::nack;
    std::chrono::milliseconds duration{0};
    bool operator==(const InjectFault&) const = default;
};
// A stored value moves as a triangle wave around what the image holds, from then on. A stored 0 stays 0 (a dark lane
// stays dark), and the ends of the range are not passed.
struct Wander {
    cmis::Location location;  // of the first, most significant, byte
    unsigned width = 2;       // bytes, 1 or 2
    unsigned amplitude = 0;   // raw counts
    std::chrono::milliseconds period{0};
    bool operator==(const Wander&) const = default;
};

using ScriptAction = std::variant<PatchBytes, Insert, Remove, Replace, InjectFault, Wander>;

struct ScriptStep {
    std::chrono::milliseconds at{0};                 // since the board was opened
    std::optional<std::chrono::milliseconds> every;  // then again and again
    ScriptAction action;
    bool operator==(const ScriptStep&) const = default;
};

struct PortDescription {
    std::string name;
    // An I2C adapter by number, path or name; a network device; the module's folder of the SDK; an EEPROM file, or with a
    // place for the page's number ({page}) the files of its pages.
    std::string source;
    std::string lower;                       // of page files: that of lower memory; empty: it comes before page 00h
    std::optional<PinDescription> presence;  // none: only the bus can tell (a simulated port always knows)
    std::optional<PinDescription> reset;
    std::optional<PinDescription> low_power;
    std::optional<ThermometerDescription> temperature;
    std::string evidence = {};       // a file with a dump of the module, for where it cannot be read; empty: none
    cmis::MemoryMap image;           // simulated only
    bool inserted = true;            // simulated only: at the start
    std::vector<ScriptStep> script;  // simulated only
    bool operator==(const PortDescription&) const = default;
};

struct BusDescription {
    std::string name;
    std::string driver;  // a name of driver_names()
    std::string path;    // i2c-dev: adapter of the ports that name none; file, sdk: folder of relative sources
    unsigned clock_hertz = 400'000;
    std::optional<std::string>
        lock;  // i2c-dev: file that readers who share the bus lock; empty: the port's device file
    std::vector<PortDescription> ports;
    bool operator==(const BusDescription&) const = default;
};

}  // namespace opticward::drivers
