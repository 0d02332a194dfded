// What the commands ask the daemon. One thread; a test answers with a fake.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/value.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace opticward::daemon::cli {

enum class Trouble : std::uint8_t {
    no_bus,
    not_running,
    denied,
    unknown_port,
    not_present,    // no module in the port
    not_supported,  // this host cannot read it, or the bytes are none that are read
    read_failed,
    busy,
    timeout,
    invalid_configuration,
    failed,  // anything else
};

struct DaemonTrouble {
    Trouble kind = Trouble::failed;
    std::string text;  // one line for a person

    bool operator==(const DaemonTrouble&) const = default;
};

template <class T>
using Answer = std::expected<T, DaemonTrouble>;

struct Watching {
    std::function<void()> started;                            // called when no later event is missed
    std::function<bool(const cmis::Object& event)> on_event;  // false: that was the last
    std::optional<std::chrono::seconds> at_most;
};

class DaemonClient {
public:
    virtual ~DaemonClient() = default;

    // The JSON texts of publish/contract.h: all ports, one port.
    virtual Answer<std::string> list_json() = 0;
    virtual Answer<std::string> port_json(const std::string& port) = 0;
    // Objects of the contract, their keys in any order.
    virtual Answer<std::vector<cmis::Object>> alerts() = 0;
    virtual Answer<std::vector<cmis::Object>> configuration() = 0;
    // The bytes of the module as they were last read.
    virtual Answer<cmis::MemoryMap> memory(const std::string& port) = 0;
    virtual Answer<std::string> version() = 0;

    virtual Answer<void> rescan() = 0;
    virtual Answer<void> reload() = 0;
    virtual Answer<void> pause(const std::string& port, std::chrono::seconds duration) = 0;
    virtual Answer<void> refresh(const std::string& port) = 0;

    // Returns when the time is over, the last event came, or the daemon went away.
    virtual Answer<void> watch(const Watching& watching) = 0;
};

// Opens the bus at this address; nothing: the one that the environment or the system has.
using Connect = std::function<Answer<std::unique_ptr<DaemonClient>>(const std::optional<std::string>& address)>;

}  // namespace opticward::daemon::cli
