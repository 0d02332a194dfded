#include "daemon/store/proof_file.h"

#include "cmis/text.h"
#include "config/small_text_file.h"
#include "drivers/sysfs/file_descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <expected>
#include <fcntl.h>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace opticward::daemon {

namespace {

using drivers::LinkLayer;

constexpr std::string_view version_line = "opticward-proofs 1";
constexpr std::uintmax_t largest_file = 1 << 20;
constexpr std::size_t most_problems = 10;
constexpr std::array layers{LinkLayer::infiniband, LinkLayer::ethernet};
constexpr std::size_t fields_of_a_line = 5;
constexpr mode_t for_everybody_to_read = 0644;

// --- Reading.

class Problems {
public:
    explicit Problems(const std::filesystem::path& file) : file_(file.string()) {}

    void add(std::size_t line, std::string_view what) {
        if (++count_ > most_problems) return;
        lines_.push_back(file_ + ":" + std::to_string(line) + ": " + std::string(what));
    }
    std::vector<std::string> take() {
        if (count_ > most_problems) {
            lines_.push_back(file_ + ": " + std::to_string(count_ - most_problems) + " more lines make no sense");
        }
        return std::move(lines_);
    }

private:
    std::string file_;
    std::vector<std::string> lines_;
    std::size_t count_ = 0;
};

// The text up to the separator, which goes with it.
std::string_view cut(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

// What stands behind a backslash, and how much of it; nothing: no escape of ours.
std::optional<std::pair<char, std::size_t>> unescaped_character(std::string_view behind) {
    if (behind.empty()) return std::nullopt;
    switch (behind.front()) {
        case '\\': return std::pair{'\\', 1U};
        case 't': return std::pair{'\t', 1U};
        case 'n': return std::pair{'\n', 1U};
        case 'r': return std::pair{'\r', 1U};
        case 'x': break;
        default: return std::nullopt;
    }
    constexpr std::size_t digits = 2;
    constexpr int hexadecimal = 16;
    const std::string_view number = behind.substr(1, digits);
    std::uint8_t code = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), code, hexadecimal);
    if (number.size() != digits || read.ec != std::errc{} || read.ptr != number.data() + digits) return std::nullopt;
    return std::pair{static_cast<char>(code), 1 + digits};
}

std::optional<std::string> unescaped(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const char next = text.front();
        text.remove_prefix(1);
        if (next != '\\') {
            plain += next;
            continue;
        }
        const auto character = unescaped_character(text);
        if (!character) return std::nullopt;
        plain += character->first;
        text.remove_prefix(character->second);
    }
    return plain;
}

std::optional<LinkProof> read_layers(std::string_view text) {
    LinkProof proof;
    while (!text.empty()) {
        const std::string_view name = cut(text, ',');
        const auto* const layer = std::ranges::find(layers, name, [](LinkLayer it) { return daemon::text(it); });
        if (layer == layers.end()) return std::nullopt;
        proof.add(*layer);
    }
    return proof.any() ? std::optional{proof} : std::nullopt;
}

// Or what is wrong with the line.
std::expected<KeptProof, std::string_view> read_line(std::string_view line) {
    if (static_cast<std::size_t>(std::ranges::count(line, '\t')) + 1 != fields_of_a_line) {
        return std::unexpected{"no five fields with tabs between them"};
    }
    KeptProof proof;
    for (std::string* const field : {&proof.port, &proof.vendor, &proof.part_number, &proof.serial_number}) {
        auto text = unescaped(cut(line, '\t'));
        if (!text) return std::unexpected{"a backslash that means nothing"};
        *field = std::move(*text);
    }
    if (proof.port.empty()) return std::unexpected{"no port"};
    if (proof.serial_number.empty()) return std::unexpected{"no serial number"};
    const auto layers_proven = read_layers(line);
    if (!layers_proven) return std::unexpected{"the protocols are not a list of infiniband and ethernet"};
    proof.proof = *layers_proven;
    return proof;
}

// --- Writing.

std::string layers_text(const LinkProof& proof) {
    std::string names;
    for (const LinkLayer layer : layers) {
        if (!proof.covers(layer)) continue;
        if (!names.empty()) names += ',';
        names += text(layer);
    }
    return names;
}

std::string content_of(std::span<const KeptProof> proofs) {
    std::string content(version_line);
    content += '\n';
    std::size_t written = 0;
    for (const KeptProof& proof : proofs) {
        if (proof.port.empty() || proof.serial_number.empty() || !proof.proof.any()) continue;
        if (++written > most_kept_proofs) break;
        for (const std::string& field : {proof.port, proof.vendor, proof.part_number, proof.serial_number}) {
            content += cmis::escape_control(field) + '\t';
        }
        content += layers_text(proof.proof) + '\n';
    }
    return content;
}

std::string failed(const std::filesystem::path& file, std::string_view what, int error) {
    return file.string() + " " + std::string(what) + ": " + std::generic_category().message(error);
}

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t count = ::write(descriptor, content.data(), content.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// 0, or the error number of what failed.
int write_new_file(const std::filesystem::path& file, std::string_view content) {
    // What a daemon that was killed left behind, or somebody else's link: not written through.
    ::unlink(file.c_str());
    const drivers::FileDescriptor descriptor{
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, for_everybody_to_read)};
    if (!descriptor.is_open()) return errno;
    // Whatever the umask is.
    if (::fchmod(descriptor.number(), for_everybody_to_read) != 0) return errno;
    if (!write_all(descriptor.number(), content)) return errno;
    return ::fsync(descriptor.number()) == 0 ? 0 : errno;
}

// 0, or the error number. A file system that cannot sync folders has nothing to sync.
int sync_folder(const std::filesystem::path& folder) {
    const drivers::FileDescriptor descriptor{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!descriptor.is_open()) return errno;
    return ::fsync(descriptor.number()) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

ReadProofs read_proofs(const std::filesystem::path& file) {
    std::error_code error;
    if (const auto status = std::filesystem::symlink_status(file, error);
        status.type() == std::filesystem::file_type::not_found) {
        return {};
    }
    const auto content = config::read_text_file(file, largest_file);
    if (!content) return {.proofs = {}, .problems = {file.string() + " " + content.error()}};

    ReadProofs read;
    Problems problems{file};
    std::set<std::string> ports;
    std::string_view rest = *content;
    std::size_t number = 1;
    if (cut(rest, '\n') != version_line) {
        problems.add(number,
                     "not \"" + std::string(version_line) + "\"; lines that look like proofs count all the same");
    }
    while (!rest.empty()) {
        ++number;
        const std::string_view line = cut(rest, '\n');
        auto proof = read_line(line);
        if (!proof) {
            problems.add(number, proof.error());
        } else if (read.proofs.size() == most_kept_proofs) {
            problems.add(number, "more than " + std::to_string(most_kept_proofs) + " proofs; the rest is left out");
            break;
        } else if (!ports.insert(proof->port).second) {
            problems.add(number, "the port has a proof already");
        } else {
            read.proofs.push_back(std::move(*proof));
        }
    }
    read.problems = problems.take();
    return read;
}

std::optional<std::string> write_proofs(const std::filesystem::path& file, std::span<const KeptProof> proofs) {
    std::filesystem::path fresh = file;
    fresh += ".new";
    if (const int error = write_new_file(fresh, content_of(proofs)); error != 0) {
        ::unlink(fresh.c_str());
        return failed(fresh, "cannot be written", error);
    }
    if (::rename(fresh.c_str(), file.c_str()) != 0) {
        const int error = errno;
        ::unlink(fresh.c_str());
        return failed(file, "cannot be replaced", error);
    }
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    if (const int error = sync_folder(folder); error != 0) return failed(folder, "cannot be synced", error);
    return std::nullopt;
}

}  // namespace opticward::daemon
