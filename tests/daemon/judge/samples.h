// Modules and readings for the tests of the judge and of the publishers, built in the domain model's own words.
#pragma once

#include "cmis/module.h"
#include "daemon/judge/judge.h"
#include "daemon/poll/reading.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace opticward::daemon::samples {

// 200GBASE-SR4, SFF-8636, Ethernet codes only; temperature limits 75, 70, 0, -5 C and limits of all other monitors.
cmis::Module sr4();
// 2 m of HDR copper, flat memory: byte 164 = 30h (EDR, HDR), no Ethernet code.
cmis::Module hdr_copper();
// The same cable with byte 131 = 80h and byte 192 = 40h (200GBASE-CR4).
cmis::Module dual_copper();
// CMIS, applications 200GAUI-4 and CAUI-4: Ethernet only.
cmis::Module cmis_ethernet();
// CMIS, applications IB HDR and IB EDR.
cmis::Module cmis_infiniband();
// 100GBASE-DR: four host lanes, one lane of light, byte 113 = 0Eh.
cmis::Module single_lane();

// The live part of an SR4 at 41.5 C, 3.295 V, bias 7 mA, Tx 1.1 mW, Rx 1 mW on all four lanes, no flag raised.
cmis::Live healthy();

Instant start();
Instant after(std::chrono::milliseconds time);

PortSettings port(std::string name);

// Port 0, the module of insertion 1, read `good_reads` times, at `at`.
Reading reading(const cmis::Module& module, Instant at, std::uint32_t good_reads = 2);
// The same of a later insertion.
Reading reading_of_insertion(std::uint64_t number, const cmis::Module& module, Instant at);
Reading empty_cage(Instant at);
// A poll that failed: the module stays known.
Reading failed_reading(const cmis::Module& module, Instant at, std::uint32_t failures_in_row);

// One port, first sweep done before the test begins.
class OnePort {
public:
    explicit OnePort(PortSettings settings = port("swp7"));

    // Takes it at its own time and returns the events.
    std::vector<Event> take(const Reading& reading);
    std::shared_ptr<const PortSnapshot> snapshot(Instant now);

    std::vector<Event> all;  // of all readings so far

private:
    Judge judge_;
};

std::vector<Event> of_kind(const std::vector<Event>& events, EventKind kind);

}  // namespace opticward::daemon::samples
