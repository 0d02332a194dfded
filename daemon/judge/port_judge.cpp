#include "daemon/judge/port_judge.h"

#include "daemon/judge/sentences.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon {

namespace {

std::string name_of(std::optional<drivers::LinkLayer> layer) {
    return layer ? std::string(text(*layer)) : "";
}

std::vector<EventField> identity_fields(const ModuleFacts& facts) {
    std::vector<EventField> fields;
    const auto add = [&fields](std::string key, const std::string& value) {
        if (!value.empty()) fields.push_back({std::move(key), value});
    };
    add("form_factor", facts.form_factor);
    add("vendor", facts.vendor);
    add("part_number", facts.part_number);
    add("serial", facts.serial_number);
    return fields;
}

std::string module_words(const ModuleFacts& facts) {
    std::string words;
    for (const std::string& part : {facts.form_factor, facts.vendor, facts.part_number}) {
        if (part.empty()) continue;
        if (!words.empty()) words += ' ';
        words += part;
    }
    return words.empty() ? "a module that does not say what it is" : words;
}

bool holds_something_unreadable(PortState state) {
    return state == PortState::unreadable || state == PortState::no_access;
}

// States in which the alert "does not answer" is certainly over.
bool answers(PortState state) {
    return state == PortState::ok || state == PortState::invalid || state == PortState::unsupported;
}

bool tells_what_is_there(PortState state) {
    return state != PortState::unknown && state != PortState::initializing;
}

bool same_module(const Insertion& one, const Insertion& other) {
    const cmis::Identity& a = one.module.identity;
    const cmis::Identity& b = other.module.identity;
    return a.vendor_name == b.vendor_name && a.part_number == b.part_number && a.serial_number == b.serial_number;
}

// A network device whose driver offers no way to read its module is not broken; state and fault say so. An I2C adapter
// that refuses was configured by somebody who expects it to work.
bool has_no_reader(const PortSettings& port, const Reading& reading) {
    return port.source == "ethtool" && reading.fault == drivers::Fault::not_supported;
}

bool told_as_state(PortState state) {
    return state == PortState::quarantined || state == PortState::paused;
}

}  // namespace

PortJudge::PortJudge(PortSettings port, const JudgeSettings& settings) : monitors_(settings), flags_(settings) {
    configure(std::move(port), settings);
}

void PortJudge::configure(PortSettings port, const JudgeSettings& settings) {
    settings_ = std::move(port);
    judge_settings_ = settings;
    monitors_.configure(settings);
    flags_.configure(settings);
    changed_ = true;
    draft_.name = settings_.name;
    draft_.label = settings_.label;
    draft_.bus = settings_.bus;
    draft_.source = settings_.source;
    draft_.interval = settings_.interval;
    draft_.names = settings_.host;
    observe_host({});
}

void PortJudge::retire(Instant now, std::vector<Event>& events) {
    alerts_.close("the port is no longer configured", now, events);
}

// Whether a reading counts, while another reader takes over.
bool PortJudge::adopt(const Reading& reading) {
    if (!reading.insertion && !tells_what_is_there(reading.state)) return false;
    adopting_ = false;
    counters_before_ = draft_.counters;
    // The reader counts its insertions from 1: the same module again is the same insertion.
    if (reading.insertion && draft_.insertion && same_module(*reading.insertion, *draft_.insertion)) {
        draft_.insertion = reading.insertion;
        draft_.memory = {reading.insertion, &reading.insertion->memory};
        if (counters_before_.insertions > 0) --counters_before_.insertions;
    }
    return true;
}

void PortJudge::observe_host(const drivers::HostPortState& host) {
    draft_.host = host;
    if (!draft_.host.link_layer && settings_.protocol) {
        draft_.host.link_layer = settings_.protocol;
        draft_.host.evidence = "the configuration says " + std::string(spelled_out(*settings_.protocol));
    }
    if (!draft_.host.link_up) draft_.host.link_up = settings_.link_up;
    if (!draft_.host.admin_up) draft_.host.admin_up = settings_.admin_up;
    draft_.port_protocol = name_of(draft_.host.link_layer);
    draft_.expected_protocol = name_of(settings_.expected_protocol);
}

PortMode PortJudge::mode() const {
    return {.actual = draft_.host.link_layer,
            .expected = settings_.expected_protocol,
            .link_up = draft_.host.link_up,
            .admin_up = draft_.host.admin_up,
            .evidence = draft_.host.evidence};
}

Alert PortJudge::alert(std::string kind, Severity severity, std::string sentence) const {
    Alert alert;
    alert.id = settings_.name + "/" + kind;
    alert.kind = std::move(kind);
    alert.port = settings_.name;
    alert.severity = severity;
    alert.sentence = std::move(sentence);
    return alert;
}

void PortJudge::hold(Alert alert, const Reading& reading, std::vector<Event>& events) {
    alerts_.hold(std::move(alert), reading.at, events);
}

std::vector<Event> PortJudge::take(const Reading& reading, bool announce) {
    std::vector<Event> events;
    if (adopting_ && !adopt(reading)) return events;
    const PortState before = draft_.state;
    observe_host(reading.host);
    follow_module(reading, announce, events);
    claim_proof(reading);

    draft_.state = reading.state;
    draft_.fault = reading.fault;
    draft_.explanation = reading.explanation;
    draft_.looked_at = reading.at;
    draft_.cage = reading.cage;
    if (draft_.insertion && reading.memory) draft_.memory = reading.memory;
    draft_.read_success =
        reading.live || (answers(reading.state) && reading.state != PortState::invalid && !reading.fault);
    if (draft_.insertion && draft_.read_success) draft_.read_at = reading.at;
    draft_.failures_in_row = reading.failures_in_row;
    draft_.counters = counters_before_;
    draft_.counters.add(reading.counters);
    draft_.poll_duration = reading.duration;

    follow_evidence(reading);
    judge_dump(reading, events);
    judge_presence(reading, events);
    judge_reading(reading, events);
    judge_identity(reading, events);
    if (draft_.facts) {
        judge_live(reading, events);
        judge_flags(reading, events);
        judge_mode(reading, events);
    }
    tell_state(before, reading, events);

    draft_.levels = monitors_.levels();
    draft_.monitor_alerts = monitors_.raised();
    draft_.flags = flags_.last();
    draft_.flag_events = flags_.rises();
    draft_.alert_counts = alerts_.counts();
    draft_.alerts = alerts_.all();
    changed_ = true;
    return events;
}

void PortJudge::follow_module(const Reading& reading, bool announce, std::vector<Event>& events) {
    const auto& now = reading.insertion;
    const auto& before = draft_.insertion;
    if (before && (!now || now->number != before->number)) leave("the module left", reading.at, events);
    if (reading.state == PortState::empty) alerts_.close("the cage is empty", reading.at, events);
    if (!now) return;
    const bool arrived = !draft_.insertion;
    const bool same = draft_.insertion == now;
    if (same) return;
    draft_.insertion = now;
    draft_.memory = {now, &now->memory};
    module_ = now->module;
    if (draft_.live) module_.live = *draft_.live;
    draft_.facts = std::make_shared<const ModuleFacts>(facts_of(now->module, now->checksums_ok));
    alerts_.set_serial(draft_.facts->serial_number);
    if (arrived) arrive(reading, announce, events);
}

std::optional<KeptProof> PortJudge::kept_proof() const {
    if (restored_) return restored_;
    if (!draft_.facts || draft_.facts->serial_number.empty() || !proof_.any()) return std::nullopt;
    return KeptProof{settings_.name, draft_.facts->vendor, draft_.facts->part_number, draft_.facts->serial_number,
                     proof_};
}

void PortJudge::restore(KeptProof proof) {
    restored_ = std::move(proof);
}

void PortJudge::claim_proof(const Reading& reading) {
    if (!restored_) return;
    if (reading.state == PortState::empty) return restored_.reset();
    if (!draft_.facts) return;
    const bool same = draft_.facts->vendor == restored_->vendor &&
                      draft_.facts->part_number == restored_->part_number &&
                      draft_.facts->serial_number == restored_->serial_number;
    if (same) proof_.add(restored_->proof);
    // One read alone says nothing for certain (decision 5).
    if (same || reading.good_reads >= 2) restored_.reset();
}

void PortJudge::leave(std::string_view because, Instant at, std::vector<Event>& events) {
    alerts_.close(because, at, events);
    events.push_back({.kind = EventKind::remove,
                      .at = at,
                      .port = settings_.name,
                      .severity = Severity::info,
                      .sentence = "A module left " + settings_.name + ": " + module_words(*draft_.facts) + ".",
                      .fields = identity_fields(*draft_.facts),
                      .alert = std::nullopt});
    draft_.insertion.reset();
    draft_.facts.reset();
    draft_.live.reset();
    draft_.memory.reset();
    draft_.read_at.reset();
    draft_.module_state.reset();
    draft_.verdicts.clear();
    module_ = {};
    proof_ = {};
    restored_.reset();
    monitors_.reset();
    flags_.reset();
}

void PortJudge::arrive(const Reading& reading, bool announce, std::vector<Event>& events) {
    if (!announce) return;
    events.push_back({.kind = EventKind::insert,
                      .at = reading.at,
                      .port = settings_.name,
                      .severity = Severity::info,
                      .sentence = "A module came into " + settings_.name + ": " + module_words(*draft_.facts) + ".",
                      .fields = identity_fields(*draft_.facts),
                      .alert = std::nullopt});
}

void PortJudge::judge_live(const Reading& reading, std::vector<Event>& events) {
    if (!reading.live) return;
    draft_.live = reading.live;
    module_.live = *reading.live;
    draft_.module_state = cmis::module_state(module_);
    const MonitorContext context{.port = settings_.name,
                                 .facts = *draft_.facts,
                                 .live = *draft_.live,
                                 .media_lanes_in_use = lanes_in_use(module_, cmis::LaneSide::media),
                                 .administratively_down = !draft_.host.admin_up.value_or(true),
                                 .at = reading.at};
    monitors_.take(context, alerts_, events);
}

void PortJudge::judge_flags(const Reading& reading, std::vector<Event>& events) {
    const FlagContext context{.port = settings_.name,
                              .facts = *draft_.facts,
                              .seen = reading.flags,
                              .host_lanes_in_use = lanes_in_use(module_, cmis::LaneSide::host),
                              .media_lanes_in_use = lanes_in_use(module_, cmis::LaneSide::media),
                              .administratively_down = !draft_.host.admin_up.value_or(true),
                              .at = reading.at};
    flags_.take(context, alerts_, events);
}

void PortJudge::judge_mode(const Reading& reading, std::vector<Event>& events) {
    const PortMode port = mode();
    proof_.observe(port);
    // Never a verdict from one read (decision 5).
    if (reading.good_reads < 2 && draft_.verdicts.empty()) return;

    const std::string mismatch_id = settings_.name + "/link_mode_mismatch";
    const std::string unexpected_id = settings_.name + "/port_mode_unexpected";
    const std::string checksum_id = settings_.name + "/checksum";
    Verdict verdict = judge_protocol(draft_.facts->declared, port, proof_);
    if (verdict.kind == VerdictKind::mismatch) {
        Alert mismatch = alert("link_mode_mismatch", verdict.severity, settings_.name + ": " + verdict.sentence);
        mismatch.reason = verdict.reason;
        mismatch.remedy = verdict.remedy;
        mismatch.evidence = verdict.evidence;
        hold(std::move(mismatch), reading, events);
    } else {
        alerts_.clear(mismatch_id, settings_.name + ": " + verdict.sentence, reading.at, events);
    }
    draft_.verdicts = {std::move(verdict)};

    if (port_mode_unexpected(port)) {
        Alert unexpected =
            alert("port_mode_unexpected", Severity::critical,
                  settings_.name + " runs " + std::string(spelled_out(*port.actual)) + " where " +
                      std::string(spelled_out(*port.expected)) + " is expected; the module is not to blame.");
        unexpected.remedy =
            "Set the link type of the adapter or switch port (LINK_TYPE), or correct expected_protocol.";
        if (!port.evidence.empty()) unexpected.evidence = {std::string(port.evidence)};
        hold(std::move(unexpected), reading, events);
    } else {
        alerts_.clear(unexpected_id, settings_.name + " runs what is expected again.", reading.at, events);
    }

    if (!draft_.insertion->checksums_ok) {
        hold(alert("checksum", Severity::info,
                   "The module in " + settings_.name +
                       " is programmed with a wrong checksum: what it says is shown, its protocol is not judged."),
             reading, events);
    } else {
        alerts_.clear(checksum_id, "", reading.at, events);
    }
}

// What a dump declares is said with little confidence and raises no alert: the module may be another one by now.
void PortJudge::follow_evidence(const Reading& reading) {
    if (draft_.insertion || !reading.evidence) {
        if (draft_.evidence) draft_.verdicts.clear();
        draft_.evidence.reset();
        draft_.evidence_facts.reset();
        return;
    }
    if (draft_.evidence != reading.evidence) {
        draft_.evidence = reading.evidence;
        draft_.evidence_facts = std::make_shared<const ModuleFacts>(facts_of(reading.evidence->module, true));
    }
    Verdict verdict = judge_protocol(draft_.evidence_facts->declared, mode(), proof_);
    verdict.confidence = std::min(verdict.confidence, Confidence::low);
    verdict.severity = std::min(verdict.severity, Severity::warning);
    verdict.evidence.push_back("the module as in " + reading.evidence->file);
    draft_.verdicts = {std::move(verdict)};
}

void PortJudge::judge_dump(const Reading& reading, std::vector<Event>& events) {
    if (!reading.evidence_problem.empty()) {
        Alert useless = alert("configuration", Severity::warning,
                              "The dump for " + settings_.name + " cannot be read: " + reading.evidence_problem + ".");
        useless.remedy = "Take the dump again, or correct the port's source in the configuration.";
        return hold(std::move(useless), reading, events);
    }
    // In other states nobody looks at it.
    if (!answers(reading.state) && reading.state != PortState::no_access) return;
    alerts_.clear(settings_.name + "/configuration",
                  "The dump for " + settings_.name + (reading.evidence ? " can be read." : " is no longer needed."),
                  reading.at, events);
}

void PortJudge::judge_presence(const Reading& reading, std::vector<Event>& events) {
    if (reading.presence_contradicted) {
        Alert contradiction = alert("presence", Severity::warning,
                                    "The presence line of " + settings_.name + " says empty, but a module answers.");
        contradiction.remedy = "Check path, bit and active level of the port's presence in the configuration.";
        return hold(std::move(contradiction), reading, events);
    }
    if (!reading.presence_problem.empty() && reading.state != PortState::empty) {
        Alert unknown =
            alert("presence", Severity::warning,
                  "The presence line of " + settings_.name + " is of no use: " + reading.presence_problem + ".");
        unknown.remedy = "Correct the port's presence in the configuration; until then the bus tells.";
        return hold(std::move(unknown), reading, events);
    }
    alerts_.clear(settings_.name + "/presence",
                  "The presence line of " + settings_.name + " agrees with the bus again.", reading.at, events);
}

void PortJudge::judge_reading(const Reading& reading, std::vector<Event>& events) {
    if (answers(reading.state)) {
        alerts_.clear(settings_.name + "/read", "The module in " + settings_.name + " answered again.", reading.at,
                      events);
        return;
    }
    if (!holds_something_unreadable(reading.state)) return;
    if (reading.state == PortState::no_access && has_no_reader(settings_, reading)) return;
    const bool lasting = reading.failures_in_row >= judge_settings_.failures_before_alert;
    if (!lasting && reading.state != PortState::no_access) return;
    const std::string reason(reading.fault ? drivers::text(*reading.fault) : "");
    const std::string& why = reading.explanation.empty() ? reason : reading.explanation;
    const std::string because = why.empty() ? "" : ": " + why;
    Alert silent = alert("read", Severity::warning, "");
    silent.reason = reason;
    if (reading.state == PortState::no_access) {
        silent.sentence = "This host cannot read " + settings_.name + because + ".";
        silent.remedy = "Check the driver, its path and the rights of the daemon.";
    } else if (reading.cage.in_reset.value_or(false)) {
        silent.sentence = "The module in " + settings_.name + " is held in reset by the board.";
        silent.remedy = "Release the reset line of the cage, or look for the program that holds it.";
    } else {
        silent.sentence = "The module in " + settings_.name + " stopped answering" + because + ".";
        silent.remedy = "Reseat the module; if it stays silent, replace it.";
    }
    // Which fault it was may change from poll to poll, which is no news.
    if (const Alert* active = alerts_.find(silent.id)) silent.reason = active->reason;
    hold(std::move(silent), reading, events);
}

void PortJudge::judge_identity(const Reading& reading, std::vector<Event>& events) {
    if (reading.state == PortState::invalid) {
        Alert invalid =
            alert("identity", Severity::warning, "What answers in " + settings_.name + " is no module, by its bytes.");
        invalid.remedy = "Reseat the module; if that does not help, it is not programmed or broken.";
        return hold(std::move(invalid), reading, events);
    }
    if (reading.state == PortState::unsupported) {
        return hold(alert("identity", Severity::info,
                          "The module in " + settings_.name + " has a memory map that is not known here."),
                    reading, events);
    }
    if (reading.state == PortState::ok) {
        alerts_.clear(settings_.name + "/identity", "The module in " + settings_.name + " is readable.", reading.at,
                      events);
    }
}

void PortJudge::tell_state(PortState before, const Reading& reading, std::vector<Event>& events) const {
    if (before == reading.state) return;
    std::vector<EventField> fields{{"state", std::string(text(reading.state))}, {"before", std::string(text(before))}};
    std::string sentence =
        settings_.name + " went from " + std::string(text(before)) + " to " + std::string(text(reading.state)) + ".";
    if (reading.state == PortState::no_access && has_no_reader(settings_, reading)) {
        if (reading.explanation.empty()) return;
        sentence = "This host cannot read " + settings_.name + ": " + reading.explanation + ".";
        fields.push_back({"reason", std::string(drivers::text(*reading.fault))});
    } else if (!told_as_state(before) && !told_as_state(reading.state)) {
        return;
    }
    events.push_back({.kind = EventKind::state,
                      .at = reading.at,
                      .port = settings_.name,
                      .severity = Severity::info,
                      .sentence = std::move(sentence),
                      .fields = std::move(fields),
                      .alert = std::nullopt});
}

std::shared_ptr<const PortSnapshot> PortJudge::snapshot(Instant now) {
    const auto limit = std::max(judge_settings_.stale_at_least, judge_settings_.stale_periods * settings_.interval);
    const bool stale = draft_.read_at && now.steady - draft_.read_at->steady > limit;
    const bool seen_long_ago = draft_.looked_at && now.steady - draft_.looked_at->steady > limit;
    if (seen_long_ago && draft_.cage != CageState{}) {
        draft_.cage = {};
        changed_ = true;
    }
    if (changed_ || stale != draft_.stale || !published_) {
        draft_.stale = stale;
        published_ = std::make_shared<const PortSnapshot>(draft_);
        changed_ = false;
    }
    return published_;
}

}  // namespace opticward::daemon
