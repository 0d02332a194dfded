// The words of a judgement: levels, severities, and the verdict of one axis.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

enum class Level : std::uint8_t { normal, warning, alarm };
enum class Bound : std::uint8_t { none, low, high };
enum class Severity : std::uint8_t { none, info, warning, critical };
enum class VerdictKind : std::uint8_t { match, mismatch, degraded, unknown, not_applicable };
enum class Confidence : std::uint8_t { none, low, medium, high, certain };

std::string_view text(Level level);
std::string_view text(Bound bound);
std::string_view text(Severity severity);
std::string_view text(VerdictKind kind);
std::string_view text(Confidence confidence);

// The answer of one axis ("protocol", ...) by the rule that held first.
struct Verdict {
    std::string axis = {};
    VerdictKind kind = VerdictKind::unknown;
    std::string rule = {};    // "M04"; empty where no numbered rule applies
    std::string reason = {};  // closed set of contracts.md, empty where there is none
    Severity severity = Severity::none;
    Confidence confidence = Confidence::none;
    std::string sentence = {};
    std::string remedy = {};
    std::vector<std::string> evidence = {};

    bool operator==(const Verdict&) const = default;
};

}  // namespace opticward::daemon
