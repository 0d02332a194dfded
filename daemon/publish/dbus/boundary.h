// Errors at the boundary to sdbus-c++: the only exceptions of the daemon begin and end here.
#pragma once

#include "daemon/publish/dbus/compat.h"

#include <exception>
#include <string>
#include <utility>

namespace opticward::daemon::bus {

inline constexpr const char* not_present_error = "alt.opticward.Transceivers1.Error.NotPresent";
inline constexpr const char* not_supported_error = "alt.opticward.Transceivers1.Error.NotSupported";
inline constexpr const char* read_failed_error = "alt.opticward.Transceivers1.Error.ReadFailed";
inline constexpr const char* busy_error = "alt.opticward.Transceivers1.Error.Busy";
inline constexpr const char* timeout_error = "alt.opticward.Transceivers1.Error.Timeout";
inline constexpr const char* invalid_configuration_error = "alt.opticward.Transceivers1.Error.InvalidConfiguration";
inline constexpr const char* invalid_arguments_error = "org.freedesktop.DBus.Error.InvalidArgs";
inline constexpr const char* unknown_object_error = "org.freedesktop.DBus.Error.UnknownObject";
inline constexpr const char* failed_error = "org.freedesktop.DBus.Error.Failed";

// Whether it could be done. A message that could not be sent is left out: there is nobody to tell.
template <class Work>
bool tried(Work&& work) noexcept {
    try {
        std::forward<Work>(work)();
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

// What a method does. sdbus-c++ 1.2 answers with an sdbus::Error, but lets any other exception run through libsystemd.
template <class Work>
auto guarded(Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (const sdbus::Error&) {
        throw;
    } catch (const std::exception& problem) {
        throw error(failed_error, problem.what());
    }
}

}  // namespace opticward::daemon::bus
