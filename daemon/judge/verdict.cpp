#include "daemon/judge/verdict.h"

#include "daemon/judge/event.h"

#include <array>

namespace opticward::daemon {

namespace {

template <std::size_t Size, class Enum>
std::string_view named(const std::array<std::string_view, Size>& names, Enum value) {
    return names[static_cast<std::size_t>(value) % Size];
}

constexpr std::array<std::string_view, 3> level_names{"normal", "warning", "alarm"};
constexpr std::array<std::string_view, 3> bound_names{"none", "low", "high"};
constexpr std::array<std::string_view, 4> severity_names{"none", "info", "warning", "critical"};
constexpr std::array<std::string_view, 5> verdict_names{"match", "mismatch", "degraded", "unknown", "not_applicable"};
constexpr std::array<std::string_view, 5> confidence_names{"none", "low", "medium", "high", "certain"};
constexpr std::array<std::string_view, 7> event_names{"sweep", "insert", "remove", "state", "raise", "update", "clear"};

}  // namespace

std::string_view text(Level level) {
    return named(level_names, level);
}
std::string_view text(Bound bound) {
    return named(bound_names, bound);
}
std::string_view text(Severity severity) {
    return named(severity_names, severity);
}
std::string_view text(VerdictKind kind) {
    return named(verdict_names, kind);
}
std::string_view text(Confidence confidence) {
    return named(confidence_names, confidence);
}
std::string_view text(EventKind kind) {
    return named(event_names, kind);
}

}  // namespace opticward::daemon
