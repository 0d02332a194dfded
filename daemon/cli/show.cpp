// A port: what the daemon says of it, then its module as `decode` prints it, from the same bytes.
#include "cmis/codec.h"
#include "daemon/cli/alert_words.h"
#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/module_text.h"
#include "daemon/cli/port_words.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/cli/value_text.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t label_width = 16;

std::string label_line(std::string_view label, const std::string& value) {
    return value.empty() ? std::string{} : left(label, label_width) + printable(value) + "\n";
}

void append(std::string& text, const std::string& part) {
    if (!part.empty()) {
        text += (text.empty() ? "" : ", ") + part;
    }
}

std::string seconds_text(const cmis::Value* value, std::string_view before, std::string_view behind) {
    const auto seconds = number_of(value);
    constexpr double tenths = 10;
    const auto shown = [](double value_in_seconds) { return plain(std::round(value_in_seconds * tenths) / tenths); };
    return seconds ? std::string{before} + shown(*seconds) + " s" + std::string{behind} : std::string{};
}

std::string state_text(const cmis::Value& port) {
    std::string text = text_of(port.find("state"));
    append(text, seconds_text(port.find("age_seconds"), "read ", " ago"));
    const std::string source = text_of(port.find("source"));
    append(text, seconds_text(port.find("interval_seconds"), "every ", source.empty() ? "" : " by " + source));
    const cmis::Value* stale = port.find("stale");
    if (stale != nullptr && *stale == cmis::Value{true}) {
        append(text, "too old to be believed");
    }
    return text;
}

std::string fault_text(const cmis::Value& port) {
    const auto count = number_of(at(port, {"fault", "count"}));
    std::string text = text_of(at(port, {"fault", "reason"}));
    append(text, text_of(at(port, {"fault", "explanation"})));
    append(text, count ? plain(*count) + " in a row" : "");
    return text;
}

std::string cage_text(const cmis::Value& port) {
    const auto is_set = [&port](std::string_view line) {
        const cmis::Value* value = at(port, {"cage", line});
        return value != nullptr && *value == cmis::Value{true};
    };
    std::string text;
    append(text, is_set("in_reset") ? "held in reset" : "");
    append(text, is_set("low_power") ? "low power asked for" : "");
    const auto celsius = number_of(at(port, {"cage", "temperature_celsius"}));
    append(text, celsius ? plain(*celsius) + " C as the host measures" : "");
    return text;
}

// Worth a word only where the driver holds the module back.
std::string low_power_text(const cmis::Value& port) {
    if (text_of(at(port, {"link", "module_power_mode"})) != "low") return {};
    const std::string policy = text_of(at(port, {"link", "module_power_mode_policy"}));
    return "module in low power" + (policy.empty() ? std::string{} : " (policy " + policy + ")");
}

std::string link_text(const cmis::Value& port) {
    std::string text = text_of(at(port, {"link", "state"}));
    append(text, text_of(at(port, {"link", "reason"})));
    append(text, text_of(at(port, {"link", "netdev"})));
    append(text, text_of(at(port, {"link", "rdma_device"})));
    const auto speed = number_of(at(port, {"link", "speed_bits_per_second"}));
    append(text, speed ? plain(*speed / 1e9) + " Gb/s" : "");
    const auto width = number_of(at(port, {"link", "width"}));
    append(text, width ? plain(*width) + " lanes" : "");
    append(text, low_power_text(port));
    return text;
}

std::string evidence_text(const cmis::Value& port) {
    std::string text = text_of(at(port, {"evidence", "file"}));
    const std::string taken = text_of(at(port, {"evidence", "taken_at"}));
    append(text, taken.empty() ? "" : "taken " + taken);
    return text;
}

std::string protocol_text(const cmis::Value& port) {
    std::string text = text_of(port.find("port_protocol"));
    const std::string expected = text_of(port.find("expected_protocol"));
    append(text, expected.empty() ? "" : expected + " expected");
    return text;
}

std::string verdict_text(const Console& console, const cmis::Value& verdict) {
    const std::string severity = text_of(verdict.find("severity"));
    std::string how = text_of(verdict.find("rule"));
    append(how, text_of(verdict.find("confidence")));
    const std::string words = printable(text_of(verdict.find("verdict")));
    std::string text = left("  " + printable(text_of(verdict.find("axis"))), label_width) +
                       painted(console, severity_colour(severity), words) +
                       (how.empty() ? "" : " (" + printable(how) + ")") + "\n" +
                       label_line("", text_of(verdict.find("sentence")));
    for (const cmis::Value& evidence : elements(verdict.find("evidence"))) {
        text += label_line("", text_of(&evidence));
    }
    return text + label_line("", text_of(verdict.find("remedy")));
}

// One block with its heading; empty where there is nothing in it.
template <class Text>
std::string block(const Console& console, std::string_view heading, std::span<const cmis::Value> all,
                  Text text_of_one) {
    std::string text;
    for (const cmis::Value& one : all) {
        text += text_of_one(console, one);
    }
    return text.empty() ? text : "\n" + painted(console, Colour::bold, heading) + "\n" + text;
}

std::string indented_alert(const Console& console, const cmis::Value& alert) {
    std::string text = "  " + alert_text(console, alert);
    for (std::size_t end = text.find('\n'); end + 1 < text.size(); end = text.find('\n', end + 1)) {
        text.insert(end + 1, "  ");
    }
    return text;
}

std::string port_text(const Console& console, const cmis::Value& port) {
    std::string title = painted(console, Colour::bold, printable(text_of(port.find("port"))));
    const std::string label = text_of(port.find("label"));
    if (!label.empty() && label != text_of(port.find("port"))) {
        title += "  " + printable(label);
    }
    return title + "\n" + label_line("State", state_text(port)) + label_line("Fault", fault_text(port)) +
           label_line("Cage", cage_text(port)) + label_line("Inserted", text_of(port.find("inserted_at"))) +
           label_line("Link", link_text(port)) + label_line("Evidence", evidence_text(port)) +
           label_line("Port runs", protocol_text(port)) +
           block(console, "Verdicts", elements(port.find("verdicts")), verdict_text) +
           block(console, "Alerts", elements(port.find("alerts")), indented_alert);
}

std::string module_of(const Call& call, DaemonClient& client, const std::string& name, const cmis::Value& port) {
    const cmis::Value* published = port.find("module");
    const auto memory = client.memory(name);
    if (memory) {
        return "\n" + module_text(call.console, "", cmis::decode(*memory), *memory);
    }
    if (published == nullptr) {
        return {};
    }
    if (port.find("evidence") != nullptr) {
        return "\n" + painted(call.console, Colour::dim, "By the dump, not by the module itself:") + "\n" +
               value_text(*published);
    }
    return "\n" + painted(call.console, Colour::dim, "As the daemon published it, for its bytes could not be had: ") +
           printable(memory.error().text) + "\n" + value_text(*published);
}

int show_json(const Call& call, const std::vector<std::string>& texts) {
    if (texts.size() == 1) {
        call.console.out << with_line_end(texts.front());
        return exit_good;
    }
    cmis::Array all;
    for (const std::string& text : texts) {
        if (auto port = parsed(text)) {
            all.push_back(std::move(*port));
        }
    }
    call.console.out << to_json(all, JsonStyle::pretty) << '\n';
    return exit_good;
}

}  // namespace

int show(const Call& call) {
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    int worst = exit_good;
    std::vector<std::string> texts;
    for (const std::string& name : call.arguments.operands) {
        const auto text = client->port_json(name);
        const auto port = text ? parsed(*text) : std::unexpected{text.error()};
        if (!port) {
            worst = std::max(worst, failed(call, *client, port.error(), name));
            continue;
        }
        worst = std::max(worst, is_unreadable(text_of(port->find("state"))) ? exit_unreadable : exit_good);
        if (!call.json()) {
            call.console.out << (texts.empty() ? "" : "\n") << port_text(call.console, *port)
                             << module_of(call, *client, name, *port);
        }
        texts.push_back(*text);
    }
    if (call.json() && !texts.empty()) {
        worst = std::max(worst, show_json(call, texts));
    }
    return worst;
}

}  // namespace opticward::daemon::cli
