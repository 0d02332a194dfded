#include "config/port_keys.h"

#include "config/plain_text.h"

#include <array>
#include <optional>
#include <utility>

namespace opticward::config {

namespace {

constexpr std::array<std::string_view, 2> protocols{"infiniband", "ethernet"};
constexpr std::array link_layers{drivers::LinkLayer::infiniband, drivers::LinkLayer::ethernet};
constexpr std::array<std::string_view, 2> up_or_down{"up", "down"};

std::optional<drivers::LinkLayer> protocol(TableReader& reader, std::string_view key) {
    const auto word = reader.word(key, protocols);
    return word ? std::optional{link_layers.at(*word)} : std::nullopt;
}

std::optional<bool> is_up(TableReader& reader, std::string_view key) {
    const auto word = reader.word(key, up_or_down);
    return word ? std::optional{*word == 0} : std::nullopt;
}

// It becomes part of paths below /sys/class.
std::string device(TableReader& reader, std::string_view key) {
    auto name = reader.text(key).value_or("");
    if (!name.empty() && (!is_good_name(name) || name.contains('/'))) {
        reader.report(key, in_quotes(name) + " is no name of a device, expected one of those in /sys/class");
    }
    return name;
}

}  // namespace

void read_host_port(TableReader& reader, PortSettings& port) {
    port.host.netdev = device(reader, "netdev");
    port.host.rdma_device = device(reader, "rdma_device");
    port.host.rdma_port = static_cast<unsigned>(reader.integer("rdma_port", 1, 255).value_or(1));
    port.protocol = protocol(reader, "protocol");
    port.link_up = is_up(reader, "link");
    port.admin_up = is_up(reader, "admin");
}

void read_expectations(TableReader& reader, PortSettings& port) {
    port.expected_protocol = protocol(reader, "expected_protocol");
    port.expected_speed_bits_per_second =
        reader.number("expected_speed", {.least = 1e6, .most = 1e13, .unit = "bits per second"});
    if (const auto width = reader.integer("expected_width", 1, 32)) {
        port.expected_width = static_cast<unsigned>(*width);
    }
    port.cage = reader.text("cage").value_or("");
    port.fibre = reader.text("fibre").value_or("");
    port.length_meters = reader.number("length_meters", {.least = 0, .most = 1e6, .unit = "meters"});
    port.power_limit_watts = reader.number("power_limit_watts", {.least = 0, .most = 1000, .unit = "watts"});
    port.peer = reader.text("peer").value_or("");
}

}  // namespace opticward::config
