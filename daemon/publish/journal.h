// Events as entries of the systemd journal: a sentence for a person, and fields of their own to search by
// (`journalctl OPTICWARD_PORT=swp7`). What each kind means and what to do about it: systemd/opticward.catalog.
#pragma once

#include "daemon/judge/event.h"
#include "daemon/publish/event_log.h"
#include "daemon/publish/event_sink.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

// Ids are random, made once, and never change: users filter by them.
struct MessageId {
    EventKind event = EventKind::state;
    std::string_view alert_kind = {};  // of raise only
    std::string_view id = {};
};
inline constexpr std::array<MessageId, 15> message_ids{{
    {EventKind::sweep, "", "391c6a763c3b4a5998acfd677a281eba"},
    {EventKind::insert, "", "74c5c7b6460b4098af9f649cac22477a"},
    {EventKind::remove, "", "5febe82e1b7d4ada929f8f4bf8b1cf82"},
    {EventKind::state, "", "b0f2a02c09a04a06a6f9d67db72d8df2"},
    {EventKind::update, "", "9dc6f4816efd41afbed75c893d56424f"},
    {EventKind::clear, "", "4dc366e3a0ae4ccea8b20b3c982eb254"},
    {EventKind::raise, "presence", "c9ad682bbcbd48d3b515305abb31288d"},
    {EventKind::raise, "read", "2ebfd1ed16a44d32a1b921cef5821124"},
    {EventKind::raise, "identity", "58e4d18fa4cc4980bcae3b4136109060"},
    {EventKind::raise, "checksum", "800aaf4f077f4cf09e9e84a154957d5c"},
    {EventKind::raise, "monitor", "da35eed1e3f2487989c115a9f0642061"},
    {EventKind::raise, "flag", "72486745544f4a2bb6454aee22acf284"},
    {EventKind::raise, "link_mode_mismatch", "d4170a4082fd4e209daa4a053d23dd84"},
    {EventKind::raise, "port_mode_unexpected", "f057fb8aa6394a62a2b7a5988542b46f"},
    {EventKind::raise, "configuration", "cb2bd856818b4f9594975423ce23b1c7"},
}};

// Empty: an alert of a kind that has none.
std::string_view message_id(const Event& event);

// "MESSAGE=...", "PRIORITY=4", "OPTICWARD_PORT=swp7", ... One field each, whatever a module's memory says.
std::vector<std::string> journal_fields(const Event& event);

// Whether standard error is the stream that the service manager connected to the journal, by JOURNAL_STREAM.
bool on_journal();

// Main thread.
class Journal : public EventSink {
public:
    // What the logger's level leaves out is left out; what the journal does not take goes to the logger.
    explicit Journal(std::shared_ptr<spdlog::logger> logger);
    ~Journal() override;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    void write(const Event& event) override;

private:
    EventLog log_;
};

// The journal where standard error leads there, the logger elsewhere.
std::unique_ptr<EventSink> open_event_sink(std::shared_ptr<spdlog::logger> logger);

}  // namespace opticward::daemon
