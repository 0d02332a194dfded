// The main thread: takes the readings of all workers, judges them, writes what changed to the log and hands what was
// rendered to the HTTP server, until a signal ends it.
#pragma once

#include "config/settings.h"
#include "daemon/judge/judge.h"
#include "daemon/latest.h"
#include "daemon/poll/reading_queue.h"
#include "daemon/publish/http.h"
#include "daemon/publish/journal.h"
#include "daemon/publish/metrics.h"
#include "daemon/wiring.h"

#include <memory>
#include <vector>

namespace opticward::daemon {

// The signals that end the daemon or tell it something, blocked in this and every later thread, as a descriptor that
// becomes readable. Call it before the first thread starts. Throws std::system_error.
drivers::FileDescriptor block_signals();

class MainLoop {
public:
    // All references must live longer. `signals` is from block_signals().
    MainLoop(const config::Settings& settings, const drivers::FileDescriptor& signals, ReadingQueue& queue,
             Workers& workers, std::shared_ptr<spdlog::logger> log, Latest<Published>& published);

    // Returns when SIGTERM or SIGINT came.
    void run();

private:
    bool ended_by_signal();
    void cycle(Instant now);
    void write(const std::vector<Event>& events);
    std::vector<BusSnapshot> bus_snapshots();

    const config::Settings& settings_;
    const drivers::FileDescriptor& signals_;
    ReadingQueue& queue_;
    Workers& workers_;
    std::shared_ptr<spdlog::logger> log_;
    std::unique_ptr<EventSink> events_;
    Latest<Published>& published_;
    Judge judge_;
    DaemonStatus status_;
    std::vector<DurationHistogram> cycles_;  // by bus
};

}  // namespace opticward::daemon
