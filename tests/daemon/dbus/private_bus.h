// A dbus-daemon of the test's own, on a socket in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace opticward::test {

class PrivateBus {
public:
    // Ready when made; throws where there is no dbus-daemon.
    PrivateBus();
    ~PrivateBus();
    PrivateBus(const PrivateBus&) = delete;
    PrivateBus& operator=(const PrivateBus&) = delete;

    const std::string& address() const { return address_; }

    void stop();  // stands still and keeps its connections
    void go_on();
    void end();  // is gone; once

private:
    std::filesystem::path folder_;
    std::string address_;
    pid_t process_ = -1;
};

}  // namespace opticward::test
