// opticwardd: wiring only.
#include "daemon/log.h"
#include "daemon/log_switch.h"
#include "daemon/main_loop.h"
#include "daemon/options.h"
#include "daemon/version.h"
#include "daemon/wiring.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace opticward::daemon {

namespace {

constexpr int usage_or_configuration = 2;
// SIGTERM ends the process within a second, also while a driver hangs.
constexpr std::chrono::milliseconds longest_farewell{800};

int complain(const std::string& line) {
    std::fprintf(stderr, "opticwardd: %s\n", line.c_str());
    return usage_or_configuration;
}

int check(const config::Settings& settings, const Options& options) {
    const auto problems = bus_problems(settings, real_environment(options.root));
    for (const std::string& problem : problems) {
        std::fprintf(stderr, "%s: %s\n", options.config.c_str(), problem.c_str());
    }
    if (problems.empty()) {
        std::printf("%s: good, %s\n", options.config.c_str(), in_words(settings).c_str());
    }
    return problems.empty() ? EXIT_SUCCESS : usage_or_configuration;
}

int serve(const SharedSettings& settings, const Options& options) {
    const auto signals = block_signals();
    const auto log = open_log(settings->log_level);
    LogSwitch log_switch{*log};
    Latest<Published> published;
    Notifier notifier;
    DbusLink dbus{bus_address(options), version, *log, log_switch, real_now};
    MainLoop loop{{.settings = settings,
                   .load = [&options] { return load_settings(options); },
                   .serve_http = http_starter(published),
                   .signals = signals,
                   .queue = std::make_shared<ReadingQueue>(),
                   .environment = real_environment(options.root),
                   .log = log,
                   .proof_file = proof_file(),
                   .published = published,
                   .notifier = notifier,
                   .dbus = dbus}};
    if (const auto started = loop.start(); !started) {
        return complain(started.error());
    }
    loop.run();
    const bool all_ended = loop.stop(real_now().steady + longest_farewell);
    dbus.leave();
    log_info(*log, all_ended ? "Stopped. event=stop" : "Stopped; a bus that hangs was left behind. event=stop");
    flush(*log);
    if (!all_ended) {
        std::_Exit(EXIT_SUCCESS);  // what the thread uses cannot be destroyed under it
    }
    return EXIT_SUCCESS;
}

int run(std::span<const char* const> arguments) {
    const auto options = parse_options(arguments);
    if (!options) {
        return complain(options.error() + "\n" + usage);
    }
    if (options->help || options->version) {
        std::printf("%s", options->help ? usage : (std::string{"opticwardd "} + version + "\n").c_str());
        return EXIT_SUCCESS;
    }
    const auto settings = load_settings(*options);
    if (!settings) {
        for (const std::string& problem : settings.error()) {
            std::fprintf(stderr, "%s\n", problem.c_str());
        }
        return usage_or_configuration;
    }
    return options->check_config ? check(**settings, *options) : serve(*settings, *options);
}

}  // namespace

}  // namespace opticward::daemon

int main(int argc, char** argv) {
    try {
        return opticward::daemon::run(std::vector<const char*>(argv + 1, argv + argc));
    } catch (const std::exception& error) {
        return opticward::daemon::complain(error.what());
    }
}
