#include "config/settings.h"

#include <algorithm>

namespace opticward::config {

namespace {

// What a worker asks of a port besides the bus's description; the rest concerns the judge.
bool same_port(const PortSettings& a, const PortSettings& b) {
    return a.name == b.name && a.host == b.host;
}

}  // namespace

bool same_bus(const Settings& a, std::size_t bus_a, const Settings& b, std::size_t bus_b) {
    const BusSettings& one = a.buses.at(bus_a);
    const BusSettings& other = b.buses.at(bus_b);
    return one.description == other.description && one.interval == other.interval &&
           a.poll.presence == b.poll.presence && a.poll.identity_check == b.poll.identity_check &&
           a.poll.max_bus_share == b.poll.max_bus_share &&
           std::ranges::equal(one.ports, other.ports, [&](std::size_t port_a, std::size_t port_b) {
               return same_port(a.ports.at(port_a), b.ports.at(port_b));
           });
}

}  // namespace opticward::config
