// The daemon on D-Bus: alt.opticward.Transceivers1 as the XML beside this file says, and org.freedesktop.LogControl1.
//
// All of it belongs to the main thread, and nothing throws. Properties and methods answer from the latest board; no
// client can make it wait: what a client does not read is the bus's concern, and while the bus itself takes nothing, only
// so many signals wait for it and the others are left out.
#pragma once

#include "cmis/value.h"
#include "daemon/judge/event.h"
#include "daemon/judge/snapshot.h"
#include "daemon/publish/commands.h"
#include "daemon/publish/log_control.h"

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <poll.h>
#include <span>
#include <string>
#include <vector>

namespace opticward::daemon {

struct DbusSettings {
    std::string address = {};  // "unix:path=..."; empty: the system bus
    std::string version = {};
    std::chrono::microseconds poll_interval{};
};

// One setting that is in force. Without file and line it is the default.
struct ConfigurationEntry {
    std::string key;
    cmis::Value value;
    std::string file = {};
    unsigned line = 0;
};

// What to wait for in poll(2) before the next dispatch(). It differs from turn to turn.
struct DbusPoll {
    std::vector<pollfd> descriptors;
    std::optional<std::chrono::milliseconds> timeout;  // nothing: as long as you like
};

class DbusService {
public:
    // On the bus under its name, or one line that says why not. A bus that does not answer costs two seconds. What is
    // passed by reference outlives the service.
    static std::expected<std::unique_ptr<DbusService>, std::string>
    connect(const DbusSettings& settings, Commands& commands, LogControl& log_control, std::function<Instant()> now);
    // Says good-bye to the bus and waits until that took all that is written to it: where the bus hangs (stopped, not
    // gone) that is for ever, so at exit do not destroy it then. takes_messages() tells.
    ~DbusService();
    DbusService(const DbusService&) = delete;
    DbusService& operator=(const DbusService&) = delete;

    DbusPoll poll_data() const;
    // Answers what clients asked, at most 64 messages or 50 ms of it. False: the connection is lost, and will stay so:
    // make another service.
    bool dispatch();
    // Nothing waits to be taken by the bus.
    bool takes_messages() const;

    // Once a cycle after judging: objects come and go, changes and events are signalled, and who waits for a Refresh is
    // answered. Also on a lost connection, where it does nothing.
    void publish(std::shared_ptr<const Board> board, std::span<const Event> events);

    // After the configuration was read, and read again.
    void set_configuration(std::vector<ConfigurationEntry> entries);
    void set_poll_interval(std::chrono::microseconds interval);

private:
    class Objects;

    explicit DbusService(std::unique_ptr<Objects> objects);

    std::unique_ptr<Objects> objects_;
};

}  // namespace opticward::daemon
