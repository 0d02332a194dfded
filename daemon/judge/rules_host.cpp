// Axes "fec" and "host": what is the host's doing and not the optics'. protocol_mode.md, rows M27-M31.
#include "daemon/judge/link_conditions.h"
#include "daemon/judge/rules.h"

#include <array>

namespace opticward::daemon::rules {

namespace {

using drivers::Fec;
using drivers::LogicalState;
using namespace std::chrono_literals;

constexpr unsigned bus_stuck = 1026;
constexpr unsigned thermal_shutdown = 1030;
constexpr auto subnet_manager_patience = 60s;
constexpr double two_hundred_gigabit = 200e9;

// Links of 50G PAM4 lanes need RS(544,514).
bool pam4_link(const LinkFacts& f) {
    const auto speed = f.host.speed_bits_per_second ? f.host.speed_bits_per_second : f.expected.speed_bits_per_second;
    return is_pam4_only(f.traits) || (speed && *speed >= two_hundred_gigabit && !is_nrz(f.traits));
}

constexpr Condition ethernet{"the port runs Ethernet, or is to",
                             [](const LinkFacts& f) { return wanted_protocol(f) == drivers::LinkLayer::ethernet; }};
constexpr Condition needs_rs{"the link has lanes of 50G PAM4 or faster", pam4_link};
constexpr Condition other_than_rs{"FEC, in use or expected, is not RS", [](const LinkFacts& f) {
                                      const auto fec = f.host.fec ? f.host.fec : f.expected.fec;
                                      return fec && *fec != Fec::rs;
                                  }};
constexpr Condition other_than_expected{"FEC in use is not the FEC expected", [](const LinkFacts& f) {
                                            return f.host.fec && f.expected.fec && *f.host.fec != *f.expected.fec;
                                        }};
constexpr Condition fec_known{"FEC in use is known", [](const LinkFacts& f) { return f.host.fec.has_value(); }};
constexpr Condition overheated{
    "the firmware or the driver says that the module was shut down for heat", [](const LinkFacts& f) {
        return f.firmware_code == thermal_shutdown || f.host.down_cause == drivers::DownCause::overheat;
    }};
constexpr Condition stuck{"the firmware says that the module's I2C bus is stuck",
                          [](const LinkFacts& f) { return f.firmware_code == bus_stuck; }};
constexpr Condition waits{"the link is physically up and not active for more than 60 s", [](const LinkFacts& f) {
                              const auto& state = f.host.logical_state;
                              return (state == LogicalState::init || state == LogicalState::armed) &&
                                     f.host.physical_state == drivers::PhysicalState::link_up &&
                                     f.waiting_for_subnet_manager > subnet_manager_patience;
                          }};

constexpr std::array m28{conditions::infiniband_port};
constexpr std::array m27{ethernet, needs_rs, other_than_rs};
constexpr std::array m27_unlike{ethernet, other_than_expected};
constexpr std::array fec_fits{ethernet, fec_known};
constexpr std::array m30{overheated, conditions::down};
constexpr std::array m31{stuck};
constexpr std::array m29{conditions::infiniband_port, waits};

std::vector<std::string> fec_evidence(const LinkFacts& f) {
    std::vector<std::string> found;
    if (f.host.fec) add_if(found, "FEC in use " + std::string(drivers::text(*f.host.fec)));
    if (f.expected.fec) add_if(found, "FEC expected " + std::string(drivers::text(*f.expected.fec)));
    add_if(found, f.traits.lane_evidence);
    add_if(found, host_words(f));
    return found;
}

std::vector<std::string> host_evidence(const LinkFacts& f) {
    std::vector<std::string> found;
    if (f.firmware_code) add_if(found, "code " + std::to_string(*f.firmware_code) + " of the firmware");
    if (f.host.logical_state) {
        add_if(found, "logical state " + std::to_string(static_cast<unsigned>(*f.host.logical_state)) +
                          (f.host.logical_state == LogicalState::init ? " (INIT)" : ""));
    }
    add_if(found, host_words(f));
    return found;
}

constexpr std::array fec_rows{
    RuleRow{.id = "M28",
            .axis = Axis::fec,
            .kind = VerdictKind::unknown,
            .title = "InfiniBand settles FEC by itself",
            .conditions = m28,
            .sentence = [](const LinkFacts&) -> std::string {
                return "InfiniBand settles FEC by itself; there is nothing to set.";
            },
            .evidence = fec_evidence},
    RuleRow{.id = "M27",
            .axis = Axis::fec,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .title = "PAM4 lanes without RS FEC",
            .conditions = m27,
            .sentence = [](const LinkFacts&) -> std::string {
                return "Lanes of 50G PAM4 need RS(544,514); the port's FEC is another one.";
            },
            .remedy = "Set FEC RS at both ends.",
            .evidence = fec_evidence},
    RuleRow{.id = "M27",
            .axis = Axis::fec,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .title = "another FEC than expected",
            .conditions = m27_unlike,
            .sentence = [](const LinkFacts&) -> std::string { return "The link runs another FEC than is expected."; },
            .remedy = "Set the same FEC at both ends, or correct what is expected.",
            .evidence = fec_evidence},
    RuleRow{.axis = Axis::fec,
            .kind = VerdictKind::match,
            .confidence = Confidence::high,
            .title = "FEC that fits",
            .conditions = fec_fits,
            .sentence = [](const LinkFacts&) -> std::string { return "The FEC in use fits the link."; },
            .evidence = fec_evidence},
};

constexpr std::array host_rows{
    RuleRow{.id = "M30",
            .axis = Axis::host,
            .kind = VerdictKind::degraded,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .reason = "thermal",
            .title = "a module that was shut down for heat",
            .conditions = m30,
            .sentence = [](const LinkFacts&) -> std::string { return "The host shut the module down for its heat."; },
            .remedy = "Let it cool, see to airflow and fans, then switch the module off and on.",
            .evidence = host_evidence},
    RuleRow{.id = "M31",
            .axis = Axis::host,
            .kind = VerdictKind::degraded,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .reason = "hardware_fault",
            .title = "a stuck I2C bus",
            .conditions = m31,
            .sentence = [](const LinkFacts&) -> std::string { return "The module's I2C bus is stuck."; },
            .remedy = "Reseat the module; if that does not help, replace it.",
            .evidence = host_evidence},
    RuleRow{.id = "M29",
            .axis = Axis::host,
            .kind = VerdictKind::degraded,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .reason = "not_optics",
            .title = "no subnet manager",
            .conditions = m29,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The optics are fine: the link is physically up, but no subnet manager made it active.";
            },
            .remedy = "Start a subnet manager (opensm, UFM), or see why it does not sweep this port.",
            .evidence = host_evidence},
};

}  // namespace

std::span<const RuleRow> fec() {
    return fec_rows;
}

std::span<const RuleRow> host() {
    return host_rows;
}

}  // namespace opticward::daemon::rules
