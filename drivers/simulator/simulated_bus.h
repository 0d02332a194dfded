// One I2C wire with a clock rate, a mux when it has several ports, and a simulated module at each port. Called by one
// thread, but for release_hang(). Wire time: a byte is 9 bit times; START, STOP, repeated START 1 each; then the bus-free
// time. A random read of N bytes takes 9 * (3 + N) + 3 bit times, a write of M bytes behind its offset 9 * (2 + M) + 2.
// Source: I2C specification UM10204 table 10 (bus-free time 4.7, 1.3, 0.5 us at 100, 400, 1000 kHz).
#pragma once

#include "drivers/access_counters.h"
#include "drivers/i2c/i2c_bus.h"
#include "drivers/simulator/hang_gate.h"
#include "drivers/simulator/script_runner.h"
#include "drivers/simulator/simulated_module.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace opticward::drivers {

// What crossed the wire, as an analyser would show it.
struct BusTransaction {
    std::size_t channel = 0;
    std::uint8_t address = 0;
    std::vector<std::uint8_t> written;  // the offset first
    std::size_t read = 0;
    std::optional<Fault> fault;
    std::chrono::nanoseconds time{};  // on the wire, without the mux's select

    bool operator==(const BusTransaction&) const = default;
};

class SimulatedBus {
public:
    // Lateness of our own sleeps must not add up; a longer gap means that the bus was idle.
    static constexpr std::chrono::microseconds absorbed_lateness{500};

    // The bus's time line begins at now().
    SimulatedBus(unsigned clock_hertz, Pacing pacing, Now now);

    // Adds a port and returns its channel. The script's times count from the beginning of the time line.
    std::size_t add_port(SimulatedModule module, std::vector<ScriptStep> script);
    std::size_t port_count() const { return ports_.size(); }
    // The ports live as long as the bus; `index` below port_count().
    SimulatedModule& module(std::size_t index) { return ports_[index]->module; }
    I2cBus& channel(std::size_t index) { return *ports_[index]; }

    // Time since the beginning: the clock's, or the end of the last transfer if that is later.
    std::chrono::nanoseconds elapsed() const;
    // Lets the scripts do what is due. Every transfer does it first.
    void advance();
    void release_hang() { gate_.release(); }

    void record(bool on) { recording_ = on; }  // keeps the last 100000 transactions
    const std::deque<BusTransaction>& log() const { return log_; }
    void clear_log() { log_.clear(); }
    const BusCounters& counters() const { return counters_; }

    std::chrono::nanoseconds read_time(std::size_t bytes) const;
    std::chrono::nanoseconds write_time(std::size_t bytes) const;

private:
    struct Port final : I2cBus {
        Port(SimulatedBus& bus, std::size_t index, SimulatedModule module, std::vector<ScriptStep> script);
        Result<void> transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) override;
        std::size_t max_read() const override { return 128; }

        SimulatedBus& owner;
        std::size_t channel;
        SimulatedModule module;
        ScriptRunner script;
    };

    Result<void> transfer(Port& port, std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read);
    Result<void> perform(Port& port, std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read);
    std::optional<Fault> failure(SimulatedModule& module, std::chrono::nanoseconds transfer_time);
    void hang(SimulatedModule& module);
    void select_channel(std::size_t channel);
    void occupy(std::chrono::nanoseconds time);
    void extend_time_line(std::chrono::nanoseconds time);
    std::chrono::nanoseconds wire_time(std::size_t written, std::size_t read) const;
    std::chrono::nanoseconds bit_times(std::size_t count) const;
    void note(BusTransaction transaction);

    unsigned clock_hertz_;
    Pacing pacing_;
    Now now_;
    TimePoint start_;
    std::chrono::nanoseconds time_line_{0};  // end of the last transfer
    std::optional<std::size_t> selected_channel_;
    std::vector<std::unique_ptr<Port>> ports_;
    HangGate gate_;
    bool recording_ = false;
    std::deque<BusTransaction> log_;
    BusCounters counters_;
};

}  // namespace opticward::drivers
