// How often the ports of one bus may be polled so that polling takes no more than its share of the bus's time. Owned by
// the bus's worker.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace opticward::daemon {

struct Periods {
    std::chrono::nanoseconds presence{};
    std::chrono::nanoseconds poll{};

    bool operator==(const Periods&) const = default;
};

// Looking for presence gets at most half of the share, reading modules what is left.
class BusBudget {
public:
    // `share` in (0, 1]; `wanted` are the periods where the bus is fast enough.
    BusBudget(std::size_t ports, Periods wanted, double share);

    // What the last look or poll of a port took. A port outside is ignored.
    void presence_took(std::size_t port, std::chrono::nanoseconds time);
    void poll_took(std::size_t port, std::chrono::nanoseconds time);

    // The wanted periods, or longer ones.
    Periods periods() const;

private:
    Periods wanted_;
    double share_;
    std::vector<std::chrono::nanoseconds> presence_;
    std::vector<std::chrono::nanoseconds> poll_;
};

}  // namespace opticward::daemon
