// Commands that ask the daemon to do something, and the versions of both.
#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/numbers.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/publish/json.h"

#include <ostream>

namespace opticward::daemon::cli {

namespace {

constexpr std::uint32_t longest_pause = 24 * 3600;

// Asks, and then says what was done.
template <class Ask>
int ask(const Call& call, const std::string& port, const std::string& done, const cmis::Object& as_json, Ask question) {
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    const Answer<void> answer = question(*client);
    if (!answer) {
        return failed(call, *client, answer.error(), port);
    }
    call.console.out << (call.json() ? to_json(as_json, JsonStyle::pretty) : printable(done)) << '\n';
    return exit_good;
}

}  // namespace

int pause(const Call& call) {
    const std::string& port = call.arguments.operands[0];
    const auto seconds = whole_number(call.arguments.operands[1], longest_pause);
    if (!seconds) {
        complain(call.console, "SECONDS must be a whole number from 0 to " + std::to_string(longest_pause));
        return exit_error;
    }
    const std::string done = *seconds == 0 ? port + " is read again."
                                           : port + " is left alone for " + std::to_string(*seconds) +
                                                 " s; opticward pause " + port + " 0 ends that.";
    return ask(call, port, done, {{"port", port}, {"paused_seconds", *seconds}},
               [&](DaemonClient& client) { return client.pause(port, std::chrono::seconds{*seconds}); });
}

int refresh(const Call& call) {
    const std::string& port = call.arguments.operands[0];
    return ask(call, port, port + " was read.", {{"port", port}, {"refreshed", true}},
               [&](DaemonClient& client) { return client.refresh(port); });
}

int rescan(const Call& call) {
    return ask(call, "", "Every port is looked at again.", {{"rescanned", true}},
               [](DaemonClient& client) { return client.rescan(); });
}

int reload(const Call& call) {
    return ask(call, "", "The configuration was read again and is in force.", {{"reloaded", true}},
               [](DaemonClient& client) { return client.reload(); });
}

int version(const Call& call) {
    const std::string* address = call.arguments.value("--bus");
    const auto client = call.connect(address == nullptr ? std::nullopt : std::optional{*address});
    const auto daemon = client ? (*client)->version() : std::unexpected{client.error()};
    if (call.json()) {
        cmis::Object versions{{"opticward", OPTICWARD_VERSION}};
        cmis::add(versions, "opticwardd", daemon ? std::optional<cmis::Value>{*daemon} : std::nullopt);
        call.console.out << to_json(versions, JsonStyle::pretty) << '\n';
        return exit_good;
    }
    call.console.out << own_version() << '\n'
                     << (daemon ? "opticwardd " + printable(*daemon) : printable(daemon.error().text)) << '\n';
    return exit_good;
}

}  // namespace opticward::daemon::cli
