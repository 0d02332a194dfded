// The main thread: takes the readings of all workers, judges them, hands what changed to the publishers, and does what
// signals and clients ask for, until a signal ends it.
#pragma once

#include "config/settings.h"
#include "daemon/judge/judge.h"
#include "daemon/latest.h"
#include "daemon/poll/reading_queue.h"
#include "daemon/publish/commands.h"
#include "daemon/publish/dbus_link.h"
#include "daemon/publish/event_sink.h"
#include "daemon/publish/http.h"
#include "daemon/publish/metrics.h"
#include "daemon/publish/notify.h"
#include "daemon/running_buses.h"
#include "daemon/store/proof_keeper.h"
#include "daemon/watchdog.h"
#include "daemon/wiring.h"
#include "drivers/network/link_watch.h"
#include "drivers/sysfs/file_descriptor.h"

#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

// The signals that end the daemon or tell it something, blocked in this and every later thread, as a descriptor that
// becomes readable. Call it before the first thread starts. Throws std::system_error.
drivers::FileDescriptor block_signals();

// What the main loop is made of. References must live longer.
struct MainLoopParts {
    SharedSettings settings;
    // The configuration as it is now; each problem is one line.
    std::function<std::expected<SharedSettings, std::vector<std::string>>()> load;
    HttpStarter serve_http;
    const drivers::FileDescriptor& signals;
    std::shared_ptr<ReadingQueue> queue;
    drivers::Environment environment;
    std::shared_ptr<spdlog::logger> log;
    std::filesystem::path proof_file;  // empty: proofs end with the daemon
    Latest<Published>& published;
    Notifier& notifier;
    DbusLink& dbus;
};

class MainLoop final : public Commands {
public:
    explicit MainLoop(MainLoopParts parts);

    // Opens everything; or one line that says what cannot work.
    std::expected<void, std::string> start();
    // Returns when SIGTERM or SIGINT came.
    void run();
    // True when all workers have ended by then.
    bool stop(SteadyTime deadline);

    void rescan() override;
    Posted refresh(std::string_view port) override;
    Posted pause(std::string_view port, std::chrono::seconds duration) override;
    void reload(std::function<void(std::optional<std::string>)> answer) override;

private:
    void wait();
    void take_signals();
    void reload_if_asked();
    void look_for_devices(Instant now);
    std::optional<std::string> reload_now();
    void note(const std::vector<std::string>& remarks, const std::string& event);
    std::optional<std::string> put_in_force(const SharedSettings& settings);
    void cycle(Instant now);
    void write(std::vector<Event> events);
    void restore_proofs();
    void keep_proofs(SteadyTime now);
    void note_proof_problem(const std::optional<std::string>& problem);
    void look_after_buses(Instant now);
    void tell_service_manager(const Board& board, Instant now);
    std::vector<NumberedPort> numbered_ports() const;

    MainLoopParts parts_;
    SharedSettings settings_;
    RunningBuses buses_;
    std::unique_ptr<EventSink> event_sink_;
    std::unique_ptr<HttpServer> http_;
    Judge judge_;
    ProofKeeper proofs_;
    Watchdog watchdog_;
    DaemonStatus status_;
    std::vector<Event> told_;  // in this cycle
    std::vector<std::function<void(std::optional<std::string>)>> reloads_;
    SteadyTime next_cycle_ = SteadyTime::min();
    std::optional<SteadyTime> gathering_until_;
    drivers::LinkWatch links_;
    std::optional<SteadyTime> look_for_devices_at_;  // devices came or went, and what belongs to them may still come
    bool reload_asked_ = false;
    bool ready_ = false;
    bool ended_ = false;
};

}  // namespace opticward::daemon
