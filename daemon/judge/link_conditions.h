// What rules ask about a link, and the conditions that more than one axis shares. A thing that is not known makes neither
// a question nor its opposite true: "the link is down" needs somebody who said so. Pure; safe from any thread.
#pragma once

#include "daemon/judge/capability.h"
#include "daemon/judge/compatibility.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

bool link_is_up(const LinkFacts& facts);
bool link_is_down(const LinkFacts& facts);
bool switched_off(const LinkFacts& facts);
// Decision 11: administratively up, or the configuration expects a link here.
bool port_is_used(const LinkFacts& facts);

// What the module is measured by: the expectation, else what the port runs.
std::optional<drivers::LinkLayer> wanted_protocol(const LinkFacts& facts);
bool declares(const DeclaredByModule& module, drivers::LinkLayer layer);
// The fastest that the host side of the port can do, by its driver, else by the cage.
std::optional<cmis::LaneClass> host_lane_class(const LinkFacts& facts);
std::optional<unsigned> wanted_width(const LinkFacts& facts);
bool is_optic(const cmis::LinkTraits& traits);  // light, and a fibre that can be unplugged
bool is_nrz(const cmis::LinkTraits& traits);
bool is_pam4_only(const cmis::LinkTraits& traits);
// A Y cable's end with all lanes, or one of the others.
bool is_breakout_head(const cmis::LinkTraits& traits);
bool is_breakout_tail(const cmis::LinkTraits& traits);

// "200G".
std::string rate_words(double bits_per_second);
std::string number_words(double value);

// For the evidence of a verdict.
std::vector<std::string> lane_evidence(const LinkFacts& facts);
std::vector<std::string> breakout_evidence(const LinkFacts& facts);
void add_if(std::vector<std::string>& evidence, std::string text);  // nothing where it is empty
std::string host_words(const LinkFacts& facts);                     // "the link is up at 100G over 2 lanes"

namespace conditions {

inline constexpr Condition up{"the link is up", link_is_up};
inline constexpr Condition down{"the link is down", link_is_down};
inline constexpr Condition not_up{"the link is not up", [](const LinkFacts& f) { return !link_is_up(f); }};
inline constexpr Condition not_down{"the link is not down", [](const LinkFacts& f) { return !link_is_down(f); }};
inline constexpr Condition not_switched_off{"the port is not administratively down",
                                            [](const LinkFacts& f) { return !switched_off(f); }};
inline constexpr Condition optical{"the module sends light into a fibre",
                                   [](const LinkFacts& f) { return is_optic(f.traits); }};
inline constexpr Condition nrz_module{"no lane of the module is faster than 25G NRZ",
                                      [](const LinkFacts& f) { return is_nrz(f.traits); }};
inline constexpr Condition infiniband_port{
    "the port runs InfiniBand", [](const LinkFacts& f) { return f.port.actual == drivers::LinkLayer::infiniband; }};
inline constexpr Condition ethernet_port{
    "the port runs Ethernet", [](const LinkFacts& f) { return f.port.actual == drivers::LinkLayer::ethernet; }};
inline constexpr Condition far_end_known{"the module at the other end is known",
                                         [](const LinkFacts& f) { return f.far_end.has_value(); }};

}  // namespace conditions

}  // namespace opticward::daemon
