// What the configuration says, checked and complete: every key has a value or is known to be absent. Made once by
// load(), immutable afterwards, so any thread may read it. Keys and board files: config/opticward.toml and
// opticward.toml(5).
#pragma once

#include "config/dual_parts.h"
#include "drivers/description.h"
#include "drivers/host_port/host_port.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace opticward::config {

// One thing wrong with a configuration file. Lines and columns count from 1; 0: it is about the file as a whole.
struct SettingsProblem {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string key;   // with its tables, "poll.interval_seconds", "port[3].bus"; empty where there is none
    std::string what;  // ends with ", expected ..." where something else was expected

    bool operator==(const SettingsProblem&) const = default;
};

// "file:line: key: what"
std::string text(const SettingsProblem& problem);

// Where the HTTP server listens. The address is numeric, IPv4 or IPv6.
struct ListenAddress {
    std::string address = "127.0.0.1";
    std::uint16_t port = 10156;

    bool operator==(const ListenAddress&) const = default;
};

// "127.0.0.1:10156" or "[::1]:10156"; nothing: it is neither. Port 0 is one that the kernel chooses.
std::optional<ListenAddress> parse_listen_address(std::string_view text);
// As parse_listen_address() reads it.
std::string text(const ListenAddress& listen);

// [poll]. What one port or one bus is polled by; periods of their own stand in BusSettings.
struct PollSettings {
    std::chrono::milliseconds presence{1000};
    std::chrono::milliseconds interval{10'000};          // i2c-dev, file
    std::chrono::milliseconds network_interval{30'000};  // ethtool, sdk
    std::chrono::milliseconds simulated_interval{1000};  // simulated, replay
    std::chrono::milliseconds identity_check{30'000};
    double max_bus_share = 0.2;  // of a bus's time, more than 0 and at most 1
    unsigned stale_periods = 3;  // data are stale after so many periods, but not before stale_at_least
    std::chrono::milliseconds stale_at_least{30'000};

    bool operator==(const PollSettings&) const = default;
};

// [judge]. When a level that was raised is cleared again: the value has been inside by the hysteresis for clear_after.
struct JudgeSettings {
    std::chrono::milliseconds clear_after{60'000};
    double temperature_hysteresis_celsius = 2.0;
    double supply_voltage_hysteresis_volts = 0.02;
    double tx_bias_hysteresis_ratio = 0.02;  // of the limit
    double optical_power_hysteresis_decibels = 0.5;

    bool operator==(const JudgeSettings&) const = default;
};

enum class LogLevel : std::uint8_t { debug, info, warning, error };

// The value of a key: of an array or a table its text, "{ path = \"present1\", active = 1 }", cut where it is long.
using SettingValue = std::variant<bool, std::int64_t, double, std::string>;
std::string text(const SettingValue& value);

// A value that is in force and where it was written. Nowhere (`file` empty, line 0): it is the default, or was found on
// this host. Buses and ports stand under their names: "bus[mux0].path", "port[swp1].protocol".
struct SettingOrigin {
    std::string key;
    SettingValue value;
    std::string file;
    std::size_t line = 0;

    bool operator==(const SettingOrigin&) const = default;
};

struct PortSettings {
    std::string name;
    std::string label;    // what is printed beside the cage; the name where none is given
    std::size_t bus = 0;  // index into Settings::buses
    drivers::HostPortSource host;
    std::optional<drivers::LinkLayer> protocol;           // what the port runs, where nothing else tells
    std::optional<drivers::LinkLayer> expected_protocol;  // what it should run
    std::optional<bool> link_up;                          // where nothing else tells
    std::optional<bool> admin_up;
    std::optional<double> expected_speed_bits_per_second;
    std::optional<unsigned> expected_width;
    std::string cage;  // form factor of the cage
    std::string fibre;
    std::optional<double> length_meters;
    std::optional<double> power_limit_watts;
    std::string peer;

    bool operator==(const PortSettings&) const = default;
};

struct BusSettings {
    drivers::BusDescription description;  // with its ports, in the order of `ports`
    std::vector<std::size_t> ports;       // indices into Settings::ports
    std::chrono::milliseconds interval{10'000};

    bool operator==(const BusSettings&) const = default;
};

struct Settings {
    std::filesystem::path file;                // as it was named, there or not
    std::vector<std::filesystem::path> files;  // that were read, in order
    bool http_enabled = true;
    ListenAddress listen;
    bool dbus_enabled = true;
    PollSettings poll;
    JudgeSettings judge;
    LogLevel log_level = LogLevel::info;
    std::vector<BusSettings> buses;
    std::vector<PortSettings> ports;     // in the order of the files
    std::vector<DualPart> dual_parts;    // of [[dual_part]], in the order of the files; without the shipped ones
    bool ports_are_found = false;        // nobody configured one: they are the network devices of this host
    std::vector<SettingOrigin> origins;  // every key of a general table, then what the buses and ports say
    std::vector<std::string> remarks;    // what the operator should know, one line each: for the log

    bool operator==(const Settings&) const = default;
};

// Whether a worker of the one bus would do the same as a worker of the other: description, periods, and the host devices
// of their ports. What only the judge needs of a port does not count, nor does where the ports stand among those of
// other buses. Both indices must be of their settings.
bool same_bus(const Settings& a, std::size_t bus_a, const Settings& b, std::size_t bus_b);

inline constexpr std::uintmax_t largest_settings_file = 4 << 20;  // bytes
inline constexpr std::size_t most_drop_ins = 256;
inline constexpr std::size_t longest_text = 1024;  // bytes, of a value
inline constexpr std::size_t longest_name = 64;    // bytes, of a bus or port

enum class MissingFile : std::uint8_t {
    error,  // somebody named the file
    fine,   // it is the default place; files in conf.d count all the same
};

// Reads FILE, then conf.d/*.toml in the folder beside it in the order of their names (but no hidden files), and the
// module descriptions that they name. A key that stands in several files has the value of the last one; [[bus]] and
// [[port]] of all files add up. Relative paths start from the folder of the file that they stand in. Either all is
// right, or every problem that could be found is listed, file by file and in the order of the lines.
using Loaded = std::expected<Settings, std::vector<SettingsProblem>>;
Loaded load(const std::filesystem::path& file, MissingFile missing);
Loaded load(const std::filesystem::path& file);  // somebody named it

}  // namespace opticward::config
