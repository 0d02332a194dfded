// The least bus time that polling a module takes: what the bytes of its memory say must be read, on a wire without a
// pause. Worked out from the raw bytes and the numbers of the specifications (SFF-8636 table 6-1 to 6-8, CMIS 8.2 and
// 8.10), with nothing of cmis/ but the container: it measures the code under test and shares no table with it.
#pragma once

#include "cmis/memory_map.h"

#include <cstddef>
#include <vector>

namespace opticward::test {

// Bus time in seconds. Every byte has 9 bit times, START, repeated START and STOP one each, then comes the bus-free time.
class WireModel {
public:
    explicit WireModel(unsigned hertz);
    double read(std::size_t bytes) const;   // behind an offset
    double write(std::size_t bytes) const;  // behind an offset

private:
    double bit_ = 0;
    double bus_free_ = 0;
};

// What one poll has to read: offsets in order. Upper ones are of CMIS page 11h.
struct PollBytes {
    std::vector<std::size_t> lower;
    std::vector<std::size_t> upper;
};

// State, latched flags and every supported monitor of the lanes that the module has: never more than min_poll of
// bus_limits.py, which takes CMIS 3..25 whole. CMIS lane flags and states only `with_lane_flags`, as when the summary of
// flags says that there is one.
PollBytes poll_bytes(const cmis::MemoryMap& memory, bool with_lane_flags);

// Raw I2C: each run of bytes one read; byte 127 once where page 11h was read, to be sure of it.
double least_poll(const PollBytes& bytes, const WireModel& wire);
// Page 00h once. Where page 11h is polled: selected before, checked, and page 11h selected again after it.
double least_identity_check(const cmis::MemoryMap& memory, const PollBytes& polled, const WireModel& wire);

// Through the file of a driver like optoe, which at each access beyond page 00h reads whether there are pages, selects
// one, and puts page 00h back.
double least_poll_by_file(const PollBytes& bytes, const WireModel& wire);
double least_identity_check_by_file(const WireModel& wire);
// One access of that file.
double file_access(std::size_t position, std::size_t bytes, const WireModel& wire);

}  // namespace opticward::test
