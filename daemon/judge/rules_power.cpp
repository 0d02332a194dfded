// Axis "power": what the module may draw, against what the port gives. protocol_mode.md, rows M25 and M26.
#include "daemon/judge/link_conditions.h"
#include "daemon/judge/rules.h"

#include <array>

namespace opticward::daemon::rules {

namespace {

constexpr unsigned power_budget_exceeded = 1032;

bool limit_known(const LinkFacts& f) {
    return f.expected.power_limit_watts && f.traits.max_power;
}

constexpr Condition refused{"the firmware refuses the module for its power", [](const LinkFacts& f) {
                                return f.firmware_code == power_budget_exceeded ||
                                       f.host.down_cause == drivers::DownCause::power_budget;
                            }};
constexpr Condition over_limit{"the module may draw more than the port's limit", [](const LinkFacts& f) {
                                   return limit_known(f) && f.traits.max_power->value > *f.expected.power_limit_watts;
                               }};
constexpr Condition within_limit{"the module's power and the port's limit are known", limit_known};
constexpr Condition held_low{"the module is kept in low power (byte 93, or its CMIS state)", [](const LinkFacts& f) {
                                 return f.traits.high_power_enabled == false ||
                                        (!f.traits.high_power_enabled &&
                                         f.module.memory_model == cmis::MemoryModelId::cmis &&
                                         f.module_state == cmis::ModuleState::low_power);
                             }};
constexpr Condition no_light{"no lane is known to send light",
                             [](const LinkFacts& f) { return !f.light.tx_dark || *f.light.tx_dark == f.light.lanes; }};

constexpr std::array m25_refused{refused, conditions::down};
constexpr std::array m25{over_limit};
constexpr std::array m26{held_low, conditions::down, conditions::not_switched_off, no_light};
constexpr std::array fits{within_limit};

std::vector<std::string> evidence(const LinkFacts& f) {
    std::vector<std::string> found;
    if (f.traits.max_power) add_if(found, "the module may draw " + number_words(f.traits.max_power->value) + " W");
    if (f.expected.power_limit_watts) {
        add_if(found, "limit of the port " + number_words(*f.expected.power_limit_watts) + " W");
    }
    if (f.traits.high_power_enabled == false) add_if(found, "byte 93 does not allow the module's power class");
    if (f.module_state) add_if(found, "module state " + std::string(cmis::text(*f.module_state)));
    if (f.firmware_code) add_if(found, "code " + std::to_string(*f.firmware_code) + " of the firmware");
    add_if(found, host_words(f));
    return found;
}

constexpr std::array rows{
    RuleRow{.id = "M25",
            .axis = Axis::power,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "the firmware refuses the module's power",
            .conditions = m25_refused,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The host keeps the module in low power: it wants more than the port's power budget.";
            },
            .remedy = "Use a port for high-power modules, or a module of a lower power class.",
            .evidence = evidence},
    RuleRow{.id = "M25",
            .axis = Axis::power,
            .kind = VerdictKind::mismatch,
            .weight = Weight::warning,
            .confidence = Confidence::high,
            .title = "a module over the port's power limit",
            .conditions = m25,
            .sentence =
                [](const LinkFacts& f) {
                    return "The module may draw " + number_words(f.traits.max_power ? f.traits.max_power->value : 0) +
                           " W; the port's limit is " + number_words(f.expected.power_limit_watts.value_or(0)) + " W.";
                },
            .remedy = "Use a port for high-power modules, or a module of a lower power class.",
            .evidence = evidence},
    RuleRow{.id = "M26",
            .axis = Axis::power,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .title = "high power is not enabled",
            .conditions = m26,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module is kept in low power while a link is wanted: its power class is not enabled.";
            },
            .remedy = "Look for the low-power line, the power override and the power policy (ethtool --set-module "
                      "power-mode-policy auto or high).",
            .evidence = evidence},
    RuleRow{
        .axis = Axis::power,
        .kind = VerdictKind::match,
        .confidence = Confidence::high,
        .title = "a module within the port's power limit",
        .conditions = fits,
        .sentence = [](const LinkFacts&) -> std::string { return "The module's power is within the port's limit."; },
        .evidence = evidence},
};

}  // namespace

std::span<const RuleRow> power() {
    return rows;
}

}  // namespace opticward::daemon::rules
