// How much of the bus time that a port's polling spends had to be spent. In virtual time, with the poller that the daemon
// runs: three hours after the insertion (whatever is looked for at first is over), for one hour, at the daemon's default
// periods.
#pragma once

#include "cmis/memory_map.h"

#include <cstddef>

namespace opticward::test {

struct Efficiency {
    double least_seconds = 0;  // in that hour
    double spent_seconds = 0;
    std::size_t polls = 0;
    std::size_t failed_polls = 0;
    std::size_t identity_checks = 0;  // reads of page 00h
    std::size_t static_reads = 0;     // of bytes that are neither live, nor page 00h, nor the page register

    double ratio() const { return spent_seconds > 0 ? least_seconds / spent_seconds : 0; }
    double least_per_poll() const { return polls == 0 ? 0 : least_seconds / static_cast<double>(polls); }
    double spent_per_poll() const { return polls == 0 ? 0 : spent_seconds / static_cast<double>(polls); }
};

// Over the simulated bus: from its log.
Efficiency efficiency_on_the_bus(const cmis::MemoryMap& image, unsigned hertz);
// Over a real file in optoe's layout: from what was read of the file, priced as the driver would do it.
Efficiency efficiency_by_file(const cmis::MemoryMap& image, unsigned hertz);

}  // namespace opticward::test
