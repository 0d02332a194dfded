#include "tests/daemon/dbus/private_bus.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace opticward::test {

namespace {

void write_configuration(const std::filesystem::path& file, const std::string& address) {
    std::ofstream{file} << "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN\"\n"
                           " \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
                           "<busconfig><type>session</type><listen>"
                        << address
                        << "</listen><auth>EXTERNAL</auth><policy context=\"default\"><allow send_destination=\"*\"/>"
                           "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>\n";
}

// Starts it and waits for the line with which it says that it listens.
pid_t start(const std::string& configuration) {
    std::array<int, 2> line{};
    if (pipe2(line.data(), O_CLOEXEC) != 0) throw std::runtime_error{"pipe"};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, line[1], STDOUT_FILENO);
    std::string program = "dbus-daemon";
    std::string file = "--config-file=" + configuration;
    std::string print = "--print-address=1";
    std::string stay = "--nofork";
    const std::array<char*, 5> arguments{program.data(), file.data(), print.data(), stay.data(), nullptr};
    pid_t process = -1;
    const int failed = posix_spawn(&process, OPTICWARD_DBUS_DAEMON, &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(line[1]);
    char byte = 0;
    const bool listens = failed == 0 && read(line[0], &byte, 1) == 1;
    close(line[0]);
    if (!listens) throw std::runtime_error{"dbus-daemon did not start"};
    return process;
}

}  // namespace

PrivateBus::PrivateBus() {
    std::string name = std::filesystem::temp_directory_path() / "opticward-bus-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error{"mkdtemp"};
    folder_ = name;
    address_ = "unix:path=" + (folder_ / "bus").string();
    write_configuration(folder_ / "bus.conf", address_);
    process_ = start(folder_ / "bus.conf");
}

PrivateBus::~PrivateBus() {
    end();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void PrivateBus::stop() {
    kill(process_, SIGSTOP);
}

void PrivateBus::go_on() {
    kill(process_, SIGCONT);
}

void PrivateBus::end() {
    if (process_ < 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
}

}  // namespace opticward::test
