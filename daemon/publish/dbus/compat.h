// What differs between sdbus-c++ 1.2 (Debian 12) and 2 (Debian 13), and the only test of the version in the tree. Only
// for files of this folder and their tests.
#pragma once

#include <sdbus-c++/sdbus-c++.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opticward::daemon::bus {

#if __has_include(<sdbus-c++/VTableItems.h>)  // sdbus-c++ 2: names have types of their own

using InterfaceName = sdbus::InterfaceName;
using PropertyName = sdbus::PropertyName;

inline auto service(std::string name) {
    return sdbus::ServiceName{std::move(name)};
}

inline sdbus::Error error(std::string name, std::string text) {
    return sdbus::Error{sdbus::Error::Name{std::move(name)}, std::move(text)};
}

inline bool process(sdbus::IConnection& connection) {
    return connection.processPendingEvent();
}

// A second descriptor to wait for, or -1.
inline int wake_descriptor(const sdbus::IConnection::PollData& data) {
    return data.eventFd;
}

template <class Handler>
void listen(sdbus::IConnection& connection, const std::string& match, Handler handler) {
    connection.addMatch(match, std::move(handler));
}

#else  // sdbus-c++ 1

using InterfaceName = std::string;
using PropertyName = std::string;

inline auto service(std::string name) {
    return name;
}

inline sdbus::Error error(const std::string& name, const std::string& text) {
    return sdbus::Error{name, text};
}

inline bool process(sdbus::IConnection& connection) {
    return connection.processPendingRequest();
}

inline int wake_descriptor(const sdbus::IConnection::PollData&) {
    return -1;
}

template <class Handler>
void listen(sdbus::IConnection& connection, const std::string& match, Handler handler) {
    connection.addMatch(match, std::move(handler), sdbus::floating_slot);
}

#endif

inline void changed(sdbus::IObject& object, const char* interface, const std::vector<std::string>& names) {
    object.emitPropertiesChangedSignal(InterfaceName{interface}, std::vector<PropertyName>(names.begin(), names.end()));
}

}  // namespace opticward::daemon::bus
