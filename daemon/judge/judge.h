// Turns the readings of all ports into the judged board, and tells what changed. Main thread only; no I/O, no clock.
#pragma once

#include "daemon/judge/event.h"
#include "daemon/judge/judge_settings.h"
#include "daemon/judge/kept_proof.h"
#include "daemon/judge/snapshot.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace opticward::daemon {

class PortJudge;

// A port, and the number that its readings carry. Another number for the same name: another reader, from its beginning.
struct NumberedPort {
    std::size_t number = 0;
    PortSettings settings;
};

class Judge {
public:
    // The order of `ports` is the order of Reading::port, until reconfigure(), and of Board::ports.
    Judge(std::vector<PortSettings> ports, JudgeSettings settings, Instant start);
    ~Judge();
    Judge(const Judge&) = delete;
    Judge& operator=(const Judge&) = delete;

    // From now on these ports, in this order. A port that was there before, by its name, keeps all that is known of it;
    // the alerts of one that is no longer there are cleared.
    std::vector<Event> reconfigure(std::vector<NumberedPort> ports, JudgeSettings settings, Instant now);

    // Proofs of an earlier daemon, for the ports that are there and for those that may still come: network devices do.
    void restore(std::vector<KeptProof> proofs);
    // What shall be restored in the next daemon, in the order of the ports' names; also of ports that are not there.
    std::vector<KeptProof> proofs() const;

    // A reading of an unknown port is ignored.
    std::vector<Event> take(const Reading& reading, Instant now);

    // What time alone brings about; call it once a cycle after the readings were taken.
    std::vector<Event> tick(Instant now);

    // Ports that did not change share their snapshot with the board before. `buses` is handed through.
    std::shared_ptr<const Board> board(Instant now, std::vector<BusSnapshot> buses = {});

    // Every port was looked at once, or had the time to be.
    bool first_sweep_done() const { return first_sweep_done_; }

private:
    std::vector<Event> finish_first_sweep(Instant now);
    void keep_proof(KeptProof proof);
    void hand_over_proof(PortJudge& port);

    JudgeSettings settings_;
    Instant start_;
    std::vector<std::unique_ptr<PortJudge>> ports_;  // in the order of the settings
    std::map<std::size_t, PortJudge*> by_number_;
    std::map<std::string, KeptProof> proofs_of_absent_ports_;
    bool first_sweep_done_ = false;
};

}  // namespace opticward::daemon
