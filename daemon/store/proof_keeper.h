// Keeps the proof file like what the judge knows, and the disk in peace. Main thread.
#pragma once

#include "daemon/instant.h"
#include "daemon/judge/kept_proof.h"
#include "daemon/store/proof_file.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace opticward::daemon {

class ProofKeeper {
public:
    // An empty name: nothing is kept.
    explicit ProofKeeper(std::filesystem::path file) : file_{std::move(file)} {}

    ReadProofs read();

    // Whether keep() would do something now, should the proofs have changed.
    bool due(SteadyTime now) const { return !file_.empty() && now >= next_; }
    // Writes them if they are others than in the file, and is not due for a few seconds. A problem is told when it is
    // another one than before.
    std::optional<std::string> keep(std::vector<KeptProof> proofs, SteadyTime now);
    // Likewise, due or not: the daemon ends.
    std::optional<std::string> keep_at_the_end(std::vector<KeptProof> proofs);

    static constexpr std::chrono::seconds period{5};

private:
    std::filesystem::path file_;
    std::optional<std::vector<KeptProof>> in_file_{std::in_place};  // nothing: not what was written here
    SteadyTime next_ = SteadyTime::min();
    std::string problem_;  // of the latest write; empty: none
};

}  // namespace opticward::daemon
