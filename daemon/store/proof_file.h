// The file that keeps proofs over restarts: text, one proof a line, written whole and at once. Both functions wait for the
// disk and throw nothing; main thread.
//
//   opticward-proofs 1
//   swp7<TAB>Mellanox<TAB>MMA1T00-HS<TAB>MT2042FT00001<TAB>infiniband,ethernet
//
// Control characters and backslashes within a text are \t, \n, \r, \xNN and \\.
#pragma once

#include "daemon/judge/kept_proof.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace opticward::daemon {

struct ReadProofs {
    std::vector<KeptProof> proofs;
    std::vector<std::string> problems;  // for a person, each with the file, and the line where there is one
};

// No file, no proofs and no problem. Lines that make no sense are problems, the others count; a file larger than 1 MiB
// is one problem. A few problems are told, however many there are.
ReadProofs read_proofs(const std::filesystem::path& file);

// Replaces the file, readable by everybody: whoever reads it finds the old proofs or the new ones, also after a power
// cut. Proofs of modules without a serial number are left out. Nothing, or why it could not be done.
std::optional<std::string> write_proofs(const std::filesystem::path& file, std::span<const KeptProof> proofs);

}  // namespace opticward::daemon
