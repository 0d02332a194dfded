#include "drivers/simulator/simulated_bus.h"

#include "drivers/simulator/wire_clock.h"

#include <algorithm>
#include <utility>

namespace opticward::drivers {

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

constexpr std::size_t most_logged = 100'000;
constexpr nanoseconds clock_hold_limit = 25ms;  // SMBus 2.0, table 4, T_TIMEOUT
constexpr std::size_t refused_address_bits = 12;
constexpr std::size_t channel_select_bits = 9 * 2 + 2;  // address and channel mask, without an offset
constexpr unsigned slowest_hertz = 1'000;

nanoseconds bus_free_time(unsigned clock_hertz) {
    if (clock_hertz > 400'000) return 500ns;
    if (clock_hertz > 100'000) return 1'300ns;
    return 4'700ns;
}

}  // namespace

SimulatedBus::SimulatedBus(unsigned clock_hertz, Pacing pacing, Now now)
    : clock_hertz_{std::max(clock_hertz, slowest_hertz)}, pacing_{pacing}, now_{std::move(now)}, start_{now_()} {}

SimulatedBus::Port::Port(SimulatedBus& bus, std::size_t index, SimulatedModule simulated, std::vector<ScriptStep> steps)
    : owner{bus}, channel{index}, module{std::move(simulated)}, script{std::move(steps)} {}

Result<void> SimulatedBus::Port::transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) {
    return owner.transfer(*this, address, write, read);
}

std::size_t SimulatedBus::add_port(SimulatedModule module, std::vector<ScriptStep> script) {
    ports_.push_back(std::make_unique<Port>(*this, ports_.size(), std::move(module), std::move(script)));
    return ports_.size() - 1;
}

nanoseconds SimulatedBus::elapsed() const {
    return std::max(std::chrono::duration_cast<nanoseconds>(now_() - start_), time_line_);
}

void SimulatedBus::advance() {
    const auto now = elapsed();
    for (auto& port : ports_)
        port->script.advance(now, port->module);
}

nanoseconds SimulatedBus::bit_times(std::size_t count) const {
    return nanoseconds{static_cast<std::int64_t>(count) * 1'000'000'000 / clock_hertz_};
}

nanoseconds SimulatedBus::read_time(std::size_t bytes) const {
    return wire_time(1, bytes);
}

nanoseconds SimulatedBus::write_time(std::size_t bytes) const {
    return wire_time(1 + bytes, 0);
}

// `written` counts the offset.
nanoseconds SimulatedBus::wire_time(std::size_t written, std::size_t read) const {
    std::size_t bits = 2;  // START, STOP
    if (written > 0) bits += 9 * (1 + written);
    if (read > 0) bits += 9 * (1 + read);
    if (written > 0 && read > 0) ++bits;  // repeated START
    return bit_times(bits) + bus_free_time(clock_hertz_);
}

Result<void> SimulatedBus::transfer(Port& port, std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) {
    advance();
    select_channel(port.channel);
    const auto busy_before = counters_.busy;
    const auto done = perform(port, address, write, read);
    ++counters_.transfers;
    if (done) {
        counters_.bytes_read += read.size();
    } else {
        ++count_of(counters_.faults, done.error());
    }
    if (recording_) {
        note({.channel = port.channel,
              .address = address,
              .written = {write.begin(), write.end()},
              .read = read.size(),
              .fault = done ? std::nullopt : std::optional{done.error()},
              .time = counters_.busy - busy_before});
    }
    return done;
}

Result<void> SimulatedBus::perform(Port& port, std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) {
    SimulatedModule& module = port.module;
    const bool known_address = address == cmis::module_address || address == cmis::diagnostics_address;
    if (!module.inserted() || !known_address) {
        occupy(bit_times(refused_address_bits) + bus_free_time(clock_hertz_));
        return failed(Fault::nack);
    }
    const auto time = wire_time(write.size(), read.size());
    if (const auto fault = failure(module, time)) return failed(*fault);
    occupy(time);

    const auto now = elapsed();
    const std::uint8_t offset = write.empty() ? std::uint8_t{0} : write.front();
    if (write.size() > 1) {
        if (const auto done = module.write(address, offset, write.subspan(1), now); !done) return done;
    }
    if (read.empty()) return {};
    const bool too_long = read.size() > module.read_limit();
    if (too_long || module.suffers(SimulatedFault::short_read, now)) return failed(Fault::short_read);
    if (const auto done = module.read(address, offset, read, now); !done) return done;
    if (module.suffers(SimulatedFault::bit_error, now)) read.front() ^= 0x40;
    return {};
}

// A fault that takes the place of the whole transfer, with the time that it takes.
std::optional<Fault> SimulatedBus::failure(SimulatedModule& module, nanoseconds transfer_time) {
    const auto now = elapsed();
    if (module.suffers(SimulatedFault::hang, now)) {
        hang(module);
        return Fault::timeout;
    }
    if (module.suffers(SimulatedFault::bus_busy, now)) return Fault::bus_busy;
    if (module.suffers(SimulatedFault::nack, now)) {
        occupy(bit_times(refused_address_bits) + bus_free_time(clock_hertz_));
        return Fault::nack;
    }
    if (module.suffers(SimulatedFault::timeout, now)) {
        occupy(clock_hold_limit);
        return Fault::timeout;
    }
    if (module.suffers(SimulatedFault::bus_error, now)) {
        occupy(transfer_time);
        return Fault::bus_error;
    }
    return std::nullopt;
}

void SimulatedBus::hang(SimulatedModule& module) {
    const auto end = module.end_of(SimulatedFault::hang);
    const auto before = elapsed();
    const auto left = end ? std::optional{*end - before} : std::nullopt;
    if (pacing_ == Pacing::wire || !left) {
        gate_.wait(left);
        time_line_ = elapsed();
        counters_.busy += time_line_ - before;
        return;
    }
    occupy(*left);
}

void SimulatedBus::select_channel(std::size_t channel) {
    if (ports_.size() < 2 || selected_channel_ == channel) return;
    selected_channel_ = channel;
    ++counters_.channel_selects;
    // The transfer that follows sleeps for both.
    extend_time_line(bit_times(channel_select_bits) + bus_free_time(clock_hertz_));
}

void SimulatedBus::occupy(nanoseconds time) {
    extend_time_line(time);
    if (pacing_ == Pacing::wire) sleep_until(start_ + time_line_);
}

void SimulatedBus::extend_time_line(nanoseconds time) {
    const auto now = std::chrono::duration_cast<nanoseconds>(now_() - start_);
    const auto idle = pacing_ == Pacing::wire ? nanoseconds{absorbed_lateness} : 0ns;
    if (now - time_line_ > idle) time_line_ = now;
    time_line_ += time;
    counters_.busy += time;
}

void SimulatedBus::note(BusTransaction transaction) {
    if (log_.size() >= most_logged) log_.pop_front();
    log_.push_back(std::move(transaction));
}

}  // namespace opticward::drivers
