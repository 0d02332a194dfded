#include "daemon/cli/dbus_client.h"

#include "daemon/cli/dbus_client_value.h"
#include "daemon/publish/dbus/bus_probe.h"
#include "daemon/publish/dbus/compat.h"

#include <algorithm>
#include <alt.opticward.Transceivers1-proxy.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <map>
#include <poll.h>
#include <string_view>
#include <utility>

namespace opticward::daemon::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Dictionary = std::map<std::string, sdbus::Variant>;

constexpr const char* service_name = "alt.opticward.Transceivers1";
constexpr const char* root_path = "/alt/opticward/Transceivers1";
constexpr std::chrono::seconds call_timeout{25};
// How often the pages are read again because the module was swapped meanwhile.
constexpr int read_attempts = 3;

class ManagerProxy final : public sdbus::ProxyInterfaces<alt::opticward::Transceivers1::Manager_proxy> {
public:
    explicit ManagerProxy(sdbus::IConnection& connection)
        : ProxyInterfaces(connection, bus::service(service_name), sdbus::ObjectPath{root_path}) {}
    ManagerProxy(const ManagerProxy&) = delete;
    ManagerProxy& operator=(const ManagerProxy&) = delete;
    ~ManagerProxy() {
        if (listening_) {
            unregisterProxy();
        }
    }

    // Events come to `on_event` from now on, out of the connection's processing.
    void listen(std::function<void(const Dictionary&)> on_event) {
        on_event_ = std::move(on_event);
        registerProxy();
        listening_ = true;
    }

private:
    void onAlertRaised(const sdbus::ObjectPath&, const Dictionary&) override {}
    void onAlertCleared(const sdbus::ObjectPath&, const Dictionary&) override {}
    void onEvent(const Dictionary& event) override { on_event_(event); }

    std::function<void(const Dictionary&)> on_event_;
    bool listening_ = false;
};

class PortProxy final : public sdbus::ProxyInterfaces<alt::opticward::Transceivers1::Port_proxy> {
public:
    PortProxy(sdbus::IConnection& connection, sdbus::ObjectPath path)
        : ProxyInterfaces(connection, bus::service(service_name), std::move(path)) {}
};

struct ErrorRow {
    std::string_view name;
    Trouble kind;
};
constexpr std::array<ErrorRow, 12> error_rows{{
    {"alt.opticward.Transceivers1.Error.NotPresent", Trouble::not_present},
    {"alt.opticward.Transceivers1.Error.NotSupported", Trouble::not_supported},
    {"alt.opticward.Transceivers1.Error.ReadFailed", Trouble::read_failed},
    {"alt.opticward.Transceivers1.Error.Busy", Trouble::busy},
    {"alt.opticward.Transceivers1.Error.Timeout", Trouble::timeout},
    {"alt.opticward.Transceivers1.Error.InvalidConfiguration", Trouble::invalid_configuration},
    {"org.freedesktop.DBus.Error.AccessDenied", Trouble::denied},
    {"org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", Trouble::denied},
    {"org.freedesktop.DBus.Error.ServiceUnknown", Trouble::not_running},
    {"org.freedesktop.DBus.Error.NameHasNoOwner", Trouble::not_running},
    {"org.freedesktop.DBus.Error.NoReply", Trouble::failed},
    {"org.freedesktop.DBus.Error.Timeout", Trouble::failed},
}};

std::string name_of(const sdbus::Error& error) {
    return std::string{error.getName()};
}

class DbusClient final : public DaemonClient {
public:
    DbusClient(std::unique_ptr<sdbus::IConnection> connection, const std::optional<std::string>& address)
        : connection_(std::move(connection)),
          on_system_bus_(!address),
          bus_(address ? "the bus at " + *address : "the system bus"),
          manager_(*connection_) {}

    Answer<std::string> list_json() override {
        return asked([&] { return manager_.GetJson(); });
    }
    Answer<std::string> port_json(const std::string& port) override {
        return with_port(port, [](PortProxy& proxy) { return proxy.GetJson(); });
    }
    Answer<std::vector<cmis::Object>> alerts() override {
        return asked([&] { return bus_objects(manager_.GetAlerts()); });
    }
    Answer<std::vector<cmis::Object>> configuration() override {
        return asked([&] { return bus_objects(manager_.GetConfiguration()); });
    }
    Answer<cmis::MemoryMap> memory(const std::string& port) override {
        return with_port(port, [](PortProxy& proxy) { return read_pages(proxy); });
    }
    Answer<std::string> version() override {
        return asked([&] { return manager_.Version(); });
    }
    Answer<void> rescan() override {
        return asked([&] { manager_.Rescan(); });
    }
    Answer<void> reload() override {
        return asked([&] { manager_.Reload(); });
    }
    Answer<void> pause(const std::string& port, std::chrono::seconds duration) override {
        return with_port(port, [&](PortProxy&) { manager_.Pause(port, static_cast<std::uint32_t>(duration.count())); });
    }
    Answer<void> refresh(const std::string& port) override {
        return with_port(port, [](PortProxy& proxy) { proxy.Refresh(); });
    }

    Answer<void> watch(const Watching& watching) override {
        bool more = true;
        bool gone = false;
        const auto followed = asked([&] {
            manager_.listen([&](const Dictionary& event) { more = more && watching.on_event(bus_object(event)); });
            bus::listen(*connection_, owner_changes(), [&](auto&&) { gone = true; });
            // By this answer the bus has heard of both matches, and the daemon is known to be there.
            static_cast<void>(manager_.Version());
            gone = false;
            watching.started();
            // Not an optional: GCC 12 takes its value for uninitialized at -O2.
            Clock::time_point until = for_ever;
            if (watching.at_most) {
                until = Clock::now() + *watching.at_most;
            }
            do {
                while (more && !gone && bus::process(*connection_)) {
                }
            } while (more && !gone && wait(until));
        });
        if (followed && gone) {
            return std::unexpected{DaemonTrouble{Trouble::not_running, "opticwardd has ended"}};
        }
        return followed;
    }

private:
    static constexpr Clock::time_point for_ever = Clock::time_point::max();

    static std::string owner_changes() {
        return "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
               "arg0='" +
               std::string{service_name} + "'";
    }

    // False when the time is over. Returns early when there may be something to process.
    bool wait(Clock::time_point until) {
        const auto data = connection_->getEventLoopPollData();
        std::array<pollfd, 2> descriptors{};
        descriptors[0].fd = data.fd;
        descriptors[0].events = data.events;
        descriptors[1].fd = bus::wake_descriptor(data);
        descriptors[1].events = POLLIN;
        // The connection's own time limits matter to calls without an answer only, and here are none; but it may hold
        // messages that came with an earlier answer, and only processing tells.
        constexpr std::chrono::milliseconds look_again{200};
        auto patience = look_again;
        if (until != for_ever) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
            if (left.count() <= 0) {
                return false;
            }
            patience = std::min(patience, left);
        }
        static_cast<void>(poll(descriptors.data(), descriptors.size(), static_cast<int>(patience.count())));
        return true;
    }

    static cmis::Page page_of(const std::vector<std::uint8_t>& bytes) {
        cmis::Page page{};
        if (bytes.size() != page.size()) {
            throw bus::error("alt.opticward.Transceivers1.Error.ReadFailed",
                             "a page of " + std::to_string(bytes.size()) + " bytes, expected 128");
        }
        std::ranges::copy(bytes, page.begin());
        return page;
    }

    static cmis::MemoryMap read_once(PortProxy& proxy) {
        cmis::MemoryMap memory;
        memory.at(cmis::lower_memory) = page_of(proxy.ReadLowerMemory());
        for (const auto& page : proxy.ListPages()) {
            const std::uint8_t bank = std::get<0>(page);
            const std::uint8_t number = std::get<1>(page);
            memory.at(cmis::upper_page(number, bank)) = page_of(proxy.ReadPage(bank, number));
        }
        return memory;
    }

    // Each page is a call of its own: who the module is must be the same afterwards.
    static cmis::MemoryMap read_pages(PortProxy& proxy) {
        cmis::MemoryMap memory = read_once(proxy);
        for (int i = 1; i < read_attempts; ++i) {
            const cmis::Page* identity = memory.find(cmis::upper_page(0));
            if (identity == nullptr || *identity == page_of(proxy.ReadPage(0, 0))) {
                break;
            }
            memory = read_once(proxy);
        }
        return memory;
    }

    DaemonTrouble trouble(const sdbus::Error& error) const {
        const std::string name = name_of(error);
        const auto* const row = std::ranges::find(error_rows, std::string_view{name}, &ErrorRow::name);
        const Trouble kind = row == error_rows.end() ? Trouble::failed : row->kind;
        const bool not_started =
            name.starts_with("org.freedesktop.DBus.Error.Spawn.") || name.starts_with("org.freedesktop.systemd1.");
        if (kind == Trouble::not_running || not_started) {
            return {Trouble::not_running, "opticwardd does not run (no " + std::string{service_name} + " on " + bus_ +
                                              ")" + (on_system_bus_ ? "; systemctl start opticwardd" : "")};
        }
        if (kind == Trouble::denied) {
            return {kind, "access denied by " + bus_ + ": " + error.getMessage() +
                              "; root may, and whom the D-Bus policy of opticwardd names"};
        }
        if (name == "org.freedesktop.DBus.Error.NoReply" || name == "org.freedesktop.DBus.Error.Timeout") {
            return {kind, "opticwardd did not answer: " + error.getMessage()};
        }
        return {kind, error.getMessage().empty() ? name : error.getMessage()};
    }

    template <class Ask>
    auto asked(Ask question) -> Answer<decltype(question())> {
        try {
            if constexpr (std::is_void_v<decltype(question())>) {
                question();
                return {};
            } else {
                return question();
            }
        } catch (const sdbus::Error& error) {
            return std::unexpected{trouble(error)};
        }
    }

    template <class Ask>
    auto with_port(const std::string& port, Ask question) -> Answer<decltype(question(std::declval<PortProxy&>()))> {
        std::optional<sdbus::ObjectPath> path;
        try {
            path = manager_.GetPort(port);
        } catch (const sdbus::Error& error) {
            const std::string name = name_of(error);
            const bool unknown =
                name == "org.freedesktop.DBus.Error.UnknownObject" || name == "org.freedesktop.DBus.Error.InvalidArgs";
            return std::unexpected{unknown ? DaemonTrouble{Trouble::unknown_port, "no port " + port} : trouble(error)};
        }
        return asked([&] {
            PortProxy proxy{*connection_, *path};
            return question(proxy);
        });
    }

    std::unique_ptr<sdbus::IConnection> connection_;
    bool on_system_bus_;
    std::string bus_;
    ManagerProxy manager_;
};

}  // namespace

Answer<std::unique_ptr<DaemonClient>> connect_to_daemon(const std::optional<std::string>& address) {
    const auto unreachable = [&](const std::string& why) {
        const std::string where = address ? "the D-Bus at " + *address : "the system D-Bus";
        return std::unexpected{
            DaemonTrouble{Trouble::no_bus, where + " cannot be reached: " + why +
                                               (address ? "" : "; is dbus installed and running here?")}};
    };
    if (const auto why = daemon::bus::why_no_bus(address.value_or(""))) return unreachable(*why);
    try {
        auto connection =
            address ? sdbus::createSessionBusConnectionWithAddress(*address) : sdbus::createSystemBusConnection();
        connection->setMethodCallTimeout(call_timeout);
        return std::make_unique<DbusClient>(std::move(connection), address);
    } catch (const sdbus::Error& error) {
        return unreachable(error.getMessage());
    }
}

}  // namespace opticward::daemon::cli
