// A bus, the service on it with one port "swp7", and a client.
#pragma once

#include "daemon/judge/event.h"
#include "tests/daemon/dbus/bus_client.h"
#include "tests/daemon/dbus/private_bus.h"
#include "tests/daemon/dbus/service_thread.h"
#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace opticward::test {

namespace samples = daemon::samples;

// swp7 with a healthy SR4, of which lower memory and page 00h were read.
inline daemon::PortSnapshot healthy_port() {
    samples::OnePort port;
    cmis::Module module = samples::sr4();
    module.live = samples::healthy();
    port.take(samples::reading(module, samples::start()));
    daemon::PortSnapshot snapshot = *port.snapshot(samples::start());
    auto memory = std::make_shared<cmis::MemoryMap>();
    memory->at(cmis::lower_memory)[0] = 0x11;
    memory->at(cmis::upper_page(0x00))[0] = 0x11;
    memory->at(cmis::upper_page(0x00))[127] = 0x7F;
    snapshot.memory = std::move(memory);
    return snapshot;
}

inline daemon::PortSnapshot empty_port() {
    samples::OnePort port;
    port.take(samples::empty_cage(samples::start()));
    return *port.snapshot(samples::start());
}

// After it, all that was signalled before has come.
inline daemon::Event mark(const std::string& sentence) {
    daemon::Event event;
    event.kind = daemon::EventKind::sweep;
    event.sentence = sentence;
    return event;
}

class DbusServiceTest : public ::testing::Test {
protected:
    void publish(daemon::PortSnapshot port, std::vector<daemon::Event> events = {}) {
        thread_.publish(board_of({std::move(port)}, thread_.now()), std::move(events));
    }

    PrivateBus bus_;
    ServiceThread thread_{bus_.address()};
    std::unique_ptr<sdbus::IConnection> client_ = sdbus::createSessionBusConnectionWithAddress(bus_.address());
};

}  // namespace opticward::test
