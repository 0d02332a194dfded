#include "daemon/poll/soak.h"

#include "cmis/memory_model.h"

#include <algorithm>

namespace opticward::daemon {

namespace {

// After so many tries a module that advertises pages which it does not show is taken without them.
constexpr unsigned tries_for_all_pages = 3;

// Left-over bytes of another page on page 00h begin with anything but the identifier's kin.
bool page_zero_fits(const Candidate& candidate) {
    const auto first = candidate.memory.byte(cmis::lower(0), 0xFF);
    const auto copy = candidate.memory.byte(cmis::upper(0x00, 128), 0xFF);
    return cmis::model_for(first) == nullptr || cmis::model_for(first) == cmis::model_for(copy);
}

bool is_module(const Candidate& candidate) {
    switch (candidate.readability) {
        case cmis::Readability::readable: return true;
        case cmis::Readability::not_decoded:
        case cmis::Readability::unsupported: return true;
        case cmis::Readability::no_bytes:
        case cmis::Readability::all_ff:
        case cmis::Readability::all_00: return false;
    }
    return false;
}

// A page of zeros has a checksum of zero.
bool page_zero_says_something(const Candidate& candidate) {
    const cmis::Page* page = candidate.memory.find(cmis::upper_page(0x00));
    return page != nullptr && std::ranges::any_of(*page, [](std::uint8_t byte) { return byte != 0; });
}

bool is_proven(const Candidate& candidate) {
    return candidate.readability == cmis::Readability::readable && candidate.checksums_ok && candidate.settled &&
           page_zero_says_something(candidate);
}

}  // namespace

void Soak::begin(SteadyTime now) {
    begun_ = now;
    doubtful_.reset();
    incomplete_ = 0;
}

bool Soak::repeats(const Candidate& candidate) const {
    return doubtful_ && doubtful_->readability == candidate.readability &&
           same_fixed_pages(candidate.module.memory_model, doubtful_->memory, candidate.memory);
}

Trust Soak::weigh(const Candidate& candidate, SteadyTime now) {
    const bool again = repeats(candidate);
    const bool starting = is_starting(now);
    incomplete_ = candidate.missing ? incomplete_ + 1 : 0;
    doubtful_ = candidate;
    if (is_proven(candidate)) {
        if (starting && !cmis::lower_memory_is_believable(candidate.memory)) {
            return Trust::wait;
        }
        return !candidate.missing || incomplete_ >= tries_for_all_pages ? Trust::accept : Trust::wait;
    }
    if (!again || starting || !candidate.settled) {
        return Trust::wait;
    }
    // Badly programmed modules are common: the same wrong checksum again, long after the start, is how this one is.
    return is_module(candidate) && page_zero_fits(candidate) ? Trust::accept : Trust::reject;
}

}  // namespace opticward::daemon
