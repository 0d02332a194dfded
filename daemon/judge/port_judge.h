// Judges the readings of one port and keeps what its snapshot is made of. Main thread only; no I/O, no clock.
#pragma once

#include "daemon/judge/alert_book.h"
#include "daemon/judge/flag_judge.h"
#include "daemon/judge/judge_settings.h"
#include "daemon/judge/kept_proof.h"
#include "daemon/judge/monitor_judge.h"
#include "daemon/judge/port_mode.h"
#include "daemon/judge/snapshot.h"
#include "daemon/poll/reading.h"

#include <memory>
#include <optional>
#include <vector>

namespace opticward::daemon {

class PortJudge {
public:
    PortJudge(PortSettings port, const JudgeSettings& settings);

    const std::string& name() const { return settings_.name; }
    // Another configuration of the same port.
    void configure(PortSettings port, const JudgeSettings& settings);
    // The next readings come from a reader that starts from nothing: until it has found out what is in the cage, what is
    // known stays, and the same module again is no insertion.
    void expect_another_reader() { adopting_ = true; }
    // The port is no longer configured.
    void retire(Instant now, std::vector<Event>& events);

    // Without `announce`, a module that comes makes no event: the first sweep is summed up.
    std::vector<Event> take(const Reading& reading, bool announce);

    // Shared with the call before while nothing changed.
    std::shared_ptr<const PortSnapshot> snapshot(Instant now);

    // What a link that was up proved of the module here; of one that was not seen yet since restore(): as restored.
    std::optional<KeptProof> kept_proof() const;
    // Of the module that was in this port before; counts as soon as the same module is found here, and is dropped when
    // another one is, or none.
    void restore(KeptProof proof);

    PortState state() const { return draft_.state; }
    bool present() const { return module_present(draft_).value_or(false); }

private:
    bool adopt(const Reading& reading);
    void observe_host(const drivers::HostPortState& host);
    void follow_module(const Reading& reading, bool announce, std::vector<Event>& events);
    void claim_proof(const Reading& reading);
    void leave(std::string_view because, Instant at, std::vector<Event>& events);
    void arrive(const Reading& reading, bool announce, std::vector<Event>& events);
    void judge_live(const Reading& reading, std::vector<Event>& events);
    void judge_flags(const Reading& reading, std::vector<Event>& events);
    void judge_mode(const Reading& reading, std::vector<Event>& events);
    void follow_evidence(const Reading& reading);
    void judge_dump(const Reading& reading, std::vector<Event>& events);
    void judge_presence(const Reading& reading, std::vector<Event>& events);
    void judge_reading(const Reading& reading, std::vector<Event>& events);
    void judge_identity(const Reading& reading, std::vector<Event>& events);
    void tell_state(PortState before, const Reading& reading, std::vector<Event>& events) const;
    void hold(Alert alert, const Reading& reading, std::vector<Event>& events);
    Alert alert(std::string kind, Severity severity, std::string sentence) const;
    PortMode mode() const;

    PortSettings settings_;
    JudgeSettings judge_settings_;
    cmis::Module module_;  // of this insertion, with the newest live part
    LinkProof proof_;
    std::optional<KeptProof> restored_;  // until it is known what is in the cage
    MonitorJudge monitors_;
    FlagJudge flags_;
    AlertBook alerts_;
    PortSnapshot draft_;
    std::shared_ptr<const PortSnapshot> published_;
    ReadCounters counters_before_;  // of the readers before this one
    bool adopting_ = false;
    bool changed_ = true;
};

}  // namespace opticward::daemon
