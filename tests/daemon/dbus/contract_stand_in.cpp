// In place of daemon/publish/contract.cpp until that is there: as much as these tests look at.
#include "daemon/publish/contract.h"

namespace opticward::daemon {

cmis::Value alert_value(const Alert& alert) {
    cmis::Object object{{"id", alert.id}, {"kind", alert.kind}, {"port", alert.port}};
    if (alert.lane) object.push_back({"lane", *alert.lane});
    if (!alert.monitor.empty()) object.push_back({"monitor", alert.monitor});
    object.push_back({"severity", text(alert.severity)});
    if (alert.value) object.push_back({"value", *alert.value});
    if (alert.threshold) object.push_back({"threshold", *alert.threshold});
    object.push_back({"count", alert.count});
    object.push_back({"sentence", alert.sentence});
    cmis::Array evidence;
    for (const std::string& line : alert.evidence) {
        evidence.emplace_back(line);
    }
    object.push_back({"evidence", std::move(evidence)});
    return object;
}

cmis::Value event_value(const Event& event) {
    cmis::Object object{{"event", text(event.kind)}, {"port", event.port}, {"sentence", event.sentence}};
    if (!event.alert) return object;
    const cmis::Value alert = alert_value(*event.alert);
    for (const cmis::Member& member : *alert.get<cmis::Object>()) {
        if (cmis::Value{object}.find(member.key) == nullptr) object.push_back(member);
    }
    return object;
}

std::string ports_json(const Board& board, Instant now) {
    std::string json = "[";
    for (const auto& port : board.ports) {
        if (json.size() > 1) json += ", ";
        json += port_json(board, port->name, now).value_or("");
    }
    return json + "]\n";
}

std::optional<std::string> port_json(const Board& board, std::string_view name, Instant) {
    for (const auto& port : board.ports) {
        if (port->name == name) return "{\"port\": \"" + port->name + "\"}";
    }
    return std::nullopt;
}

}  // namespace opticward::daemon
