#include "daemon/poll/watched_device.h"

#include <optional>
#include <span>
#include <string>
#include <utility>

namespace opticward::daemon {

namespace {

class DriverCall {
public:
    explicit DriverCall(Progress& progress) : progress_{progress} {
        progress_.enter(WorkerPlace::in_driver, std::chrono::steady_clock::now());
    }
    ~DriverCall() { progress_.enter(WorkerPlace::working, std::chrono::steady_clock::now()); }
    DriverCall(const DriverCall&) = delete;
    DriverCall& operator=(const DriverCall&) = delete;

private:
    Progress& progress_;
};

class WatchedAccess final : public drivers::ModuleAccess {
public:
    WatchedAccess(std::unique_ptr<drivers::ModuleAccess> inner, std::shared_ptr<Progress> progress)
        : inner_{std::move(inner)}, progress_{std::move(progress)} {}

    drivers::Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override {
        const DriverCall call{*progress_};
        return inner_->read(range, out);
    }
    drivers::Result<void> read_parts(std::span<const drivers::ReadPart> parts) override {
        const DriverCall call{*progress_};
        return inner_->read_parts(parts);
    }
    std::size_t longest_gap(cmis::PageId page) const override { return inner_->longest_gap(page); }
    void forget() override { inner_->forget(); }
    std::string explanation() const override { return inner_->explanation(); }
    bool repeats() const override { return inner_->repeats(); }
    drivers::AccessCounters counters() const override { return inner_->counters(); }

private:
    std::unique_ptr<drivers::ModuleAccess> inner_;
    std::shared_ptr<Progress> progress_;
};

class WatchedPin final : public drivers::Pin {
public:
    WatchedPin(std::unique_ptr<drivers::Pin> inner, std::shared_ptr<Progress> progress)
        : inner_{std::move(inner)}, progress_{std::move(progress)} {}

    drivers::Result<bool> is_active() override {
        const DriverCall call{*progress_};
        return inner_->is_active();
    }
    std::string explanation() const override { return inner_->explanation(); }

private:
    std::unique_ptr<drivers::Pin> inner_;
    std::shared_ptr<Progress> progress_;
};

class WatchedThermometer final : public drivers::Thermometer {
public:
    WatchedThermometer(std::unique_ptr<drivers::Thermometer> inner, std::shared_ptr<Progress> progress)
        : inner_{std::move(inner)}, progress_{std::move(progress)} {}

    drivers::Result<std::optional<cmis::Celsius>> temperature() override {
        const DriverCall call{*progress_};
        return inner_->temperature();
    }

private:
    std::unique_ptr<drivers::Thermometer> inner_;
    std::shared_ptr<Progress> progress_;
};

void watch(std::unique_ptr<drivers::Pin>& pin, const std::shared_ptr<Progress>& progress) {
    if (pin) {
        pin = std::make_unique<WatchedPin>(std::move(pin), progress);
    }
}

}  // namespace

void watch_driver_calls(BusParts& parts, const std::shared_ptr<Progress>& progress) {
    for (drivers::PortDevice& port : parts.device.ports) {
        port.access = std::make_unique<WatchedAccess>(std::move(port.access), progress);
        watch(port.presence, progress);
        watch(port.reset, progress);
        watch(port.low_power, progress);
        if (port.temperature) {
            port.temperature = std::make_unique<WatchedThermometer>(std::move(port.temperature), progress);
        }
    }
    for (HostPortReader& host : parts.hosts) {
        if (host) {
            host = [inner = std::move(host), progress] {
                const DriverCall call{*progress};
                return inner();
            };
        }
    }
}

}  // namespace opticward::daemon
