#include "daemon/store/proof_keeper.h"

#include <utility>

namespace opticward::daemon {

ReadProofs ProofKeeper::read() {
    if (file_.empty()) return {};
    ReadProofs read = read_proofs(file_);
    // A file with lines that make no sense is written anew, or they would be told at every start.
    in_file_.reset();
    if (read.problems.empty()) in_file_ = read.proofs;
    return read;
}

std::optional<std::string> ProofKeeper::keep(std::vector<KeptProof> proofs, SteadyTime now) {
    if (!due(now)) return std::nullopt;
    next_ = now + period;
    return keep_at_the_end(std::move(proofs));
}

std::optional<std::string> ProofKeeper::keep_at_the_end(std::vector<KeptProof> proofs) {
    if (file_.empty() || proofs == in_file_) return std::nullopt;
    if (auto problem = write_proofs(file_, proofs)) {
        if (std::exchange(problem_, *problem) == *problem) return std::nullopt;
        return problem;
    }
    problem_.clear();
    in_file_ = std::move(proofs);
    return std::nullopt;
}

}  // namespace opticward::daemon
