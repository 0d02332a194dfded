// A dbus-daemon of the test's own, in a folder of its own. Nothing of the host's buses is touched.
#pragma once

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace opticward::daemon::cli::test_bus {

class PrivateBus {
public:
    // `policy` is put behind the rules that allow everything.
    explicit PrivateBus(std::string_view policy) : folder_{made_folder()} {
        const std::filesystem::path config = folder_ / "bus.conf";
        std::ofstream{config} << "<busconfig><type>session</type><listen>unix:dir=" << folder_.string()
                              << "</listen><auth>EXTERNAL</auth><policy context=\"default\">"
                                 "<allow send_destination=\"*\"/><allow receive_sender=\"*\"/><allow own=\"*\"/>"
                              << policy << "</policy></busconfig>";
        start("--config-file=" + config.string());
    }
    PrivateBus(const PrivateBus&) = delete;
    PrivateBus& operator=(const PrivateBus&) = delete;
    ~PrivateBus() {
        stop();
        std::filesystem::remove_all(folder_);
    }

    const std::string& address() const { return address_; }

    void stop() {
        if (process_) {
            kill(*process_, SIGKILL);
            waitpid(*process_, nullptr, 0);
            process_.reset();
        }
    }

private:
    static std::filesystem::path made_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "opticward_bus_XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error{"no folder for the bus"};
        }
        return name;
    }

    // Waits for the address, which the bus prints when it listens.
    void start(std::string config) {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) {
            throw std::runtime_error{"no pipe for the bus"};
        }
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        std::string program = "dbus-daemon";
        std::string nofork = "--nofork";
        std::string print = "--print-address";
        std::array<char*, 5> words{program.data(), config.data(), nofork.data(), print.data(), nullptr};
        pid_t process = 0;
        const int failed = posix_spawnp(&process, program.c_str(), &actions, nullptr, words.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (failed != 0) {
            close(ends[0]);
            throw std::runtime_error{"dbus-daemon cannot be started; ./dev test installs it"};
        }
        process_ = process;
        for (char letter = 0; read(ends[0], &letter, 1) == 1 && letter != '\n';) {
            address_ += letter;
        }
        close(ends[0]);
        if (address_.empty()) {
            throw std::runtime_error{"dbus-daemon did not come up"};
        }
    }

    std::filesystem::path folder_;
    std::optional<pid_t> process_;
    std::string address_;
};

}  // namespace opticward::daemon::cli::test_bus
