// A client of the service: typed calls by the glue of the same XML, and a record of the signals.
#pragma once

#include "daemon/publish/dbus/dictionary.h"
#include "daemon/publish/dbus/object_path.h"

#include <alt.opticward.Transceivers1-proxy.h>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <org.freedesktop.LogControl1-proxy.h>
#include <string>
#include <vector>

namespace opticward::test {

using daemon::bus::Dictionary;

class ManagerProxy final : public sdbus::ProxyInterfaces<::alt::opticward::Transceivers1::Manager_proxy> {
public:
    explicit ManagerProxy(sdbus::IConnection& connection);
    ~ManagerProxy() { unregisterProxy(); }

private:
    void onAlertRaised(const sdbus::ObjectPath&, const Dictionary&) override {}
    void onAlertCleared(const sdbus::ObjectPath&, const Dictionary&) override {}
    void onEvent(const Dictionary&) override {}
};

class PortProxy final : public sdbus::ProxyInterfaces<::alt::opticward::Transceivers1::Port_proxy> {
public:
    PortProxy(sdbus::IConnection& connection, const std::string& port);
    ~PortProxy() { unregisterProxy(); }
};

class ModuleProxy final : public sdbus::ProxyInterfaces<::alt::opticward::Transceivers1::Module_proxy,
                                                        ::alt::opticward::Transceivers1::Monitors_proxy> {
public:
    ModuleProxy(sdbus::IConnection& connection, const std::string& port);
    ~ModuleProxy() { unregisterProxy(); }

    std::uint32_t state() { return ::alt::opticward::Transceivers1::Module_proxy::State(); }
};

class LogControlProxy final : public sdbus::ProxyInterfaces<::org::freedesktop::LogControl1_proxy> {
public:
    explicit LogControlProxy(sdbus::IConnection& connection);
    ~LogControlProxy() { unregisterProxy(); }
};

using ManagedObjects = std::map<sdbus::ObjectPath, std::map<std::string, std::map<std::string, sdbus::Variant>>>;
ManagedObjects managed_objects(sdbus::IConnection& connection);

// The name of the D-Bus error that the call fails with; empty where it does not.
template <class Call>
std::string error_of(Call&& call) {
    try {
        call();
        return "";
    } catch (const sdbus::Error& error) {
        return error.getName();
    }
}

struct Signal {
    std::string path;                     // of what it is about
    std::string member;                   // "PropertiesChanged", ...
    std::string interface = {};           // whose properties changed
    std::vector<std::string> names = {};  // properties that changed, or interfaces that came or went
    std::string sentence = {};            // of an event
    Dictionary values = {};               // of the properties, the alert or the event
};

// All signals of the service, in their order, from when it was made.
class SignalRecord {
public:
    explicit SignalRecord(const std::string& address);
    ~SignalRecord();
    SignalRecord(const SignalRecord&) = delete;
    SignalRecord& operator=(const SignalRecord&) = delete;

    // Those up to an Event with that sentence, without it, from the last call on. Fails after ten seconds.
    std::vector<Signal> up_to(const std::string& sentence);

private:
    void take(sdbus::Message& message);

    std::unique_ptr<sdbus::IConnection> connection_;
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<Signal> signals_;
};

}  // namespace opticward::test
