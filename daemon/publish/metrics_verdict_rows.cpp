// What the daemon concludes: alerts, and whether port and module agree about the protocol.
#include "daemon/judge/port_mode.h"
#include "daemon/publish/metrics_rows.h"

#include <array>
#include <set>
#include <tuple>

namespace opticward::daemon {

namespace {

constexpr std::array verdict_kinds{VerdictKind::match, VerdictKind::mismatch, VerdictKind::degraded,
                                   VerdictKind::unknown, VerdictKind::not_applicable};

const Verdict* protocol_verdict(const PortSnapshot& port) {
    for (const Verdict& verdict : port.verdicts) {
        if (verdict.axis == "protocol") return &verdict;
    }
    return nullptr;
}

void mismatch(const PortSnapshot& port, MetricSamples& samples) {
    if (const Verdict* verdict = protocol_verdict(port)) {
        samples.add({port.name}, verdict->kind == VerdictKind::mismatch ? 1 : 0);
    }
}

void verdict(const PortSnapshot& port, MetricSamples& samples) {
    const Verdict* now = protocol_verdict(port);
    if (now == nullptr) return;
    for (const VerdictKind kind : verdict_kinds) {
        samples.add({port.name, text(kind)}, kind == now->kind ? 1 : 0);
    }
}

void mode(const PortSnapshot& port, MetricSamples& samples) {
    const Verdict* now = protocol_verdict(port);
    if (now == nullptr || !port.facts) return;
    samples.add({port.name, port.expected_protocol, port.port_protocol, declared_text(port.facts->declared.declaration),
                 now->reason},
                1);
}

// Several alerts can have the same labels (two monitors of a lane): that is one series.
void active_alerts(const PortSnapshot& port, MetricSamples& samples) {
    std::set<std::tuple<std::string, std::string_view, std::string>> told;
    for (const Alert& alert : port.alerts) {
        const std::string lane = alert.lane ? std::to_string(*alert.lane) : "";
        if (told.emplace(alert.kind, text(alert.severity), lane).second) {
            samples.add({port.name, alert.kind, text(alert.severity), lane}, 1);
        }
    }
}

void alert_counts(const PortSnapshot& port, MetricSamples& samples) {
    for (const std::string_view kind : alert_kinds) {
        const auto raised = port.alert_counts.find(std::string(kind));
        samples.add({port.name, kind}, raised == port.alert_counts.end() ? 0 : static_cast<double>(raised->second));
    }
}

}  // namespace

std::vector<MetricRow> verdict_metric_rows() {
    using enum MetricKind;
    return {
        {"transceiver_link_mode_mismatch",
         gauge,
         "",
         {"port"},
         "Whether the port and its module disagree about InfiniBand or Ethernet.",
         mismatch},
        {"transceiver_link_mode_verdict",
         gauge,
         "",
         {"port", "verdict"},
         "Verdict about that, one series a value; exactly one is 1.",
         daemon::verdict},
        {"transceiver_link_mode_info",
         gauge,
         "",
         {"port", "expected", "actual", "module", "reason"},
         "The protocol expected by the configuration, what the port runs, what the module declares, and the reason of "
         "the verdict; always 1.",
         mode},
        {"transceiver_alert_active",
         gauge,
         "",
         {"port", "kind", "severity", "lane"},
         "An alert that is active now; always 1.",
         active_alerts},
        {"transceiver_alerts_total", counter, "", {"port", "kind"}, "Alerts raised.", alert_counts},
    };
}

}  // namespace opticward::daemon
