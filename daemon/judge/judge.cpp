#include "daemon/judge/judge.h"

#include "daemon/judge/port_judge.h"

#include <algorithm>
#include <array>
#include <utility>

namespace opticward::daemon {

namespace {

bool looked_at(PortState state) {
    return state != PortState::unknown && state != PortState::initializing;
}

}  // namespace

Judge::Judge(std::vector<PortSettings> ports, JudgeSettings settings, Instant start)
    : settings_(settings), start_(start) {
    for (PortSettings& port : ports) {
        ports_.push_back(std::make_unique<PortJudge>(std::move(port), settings_));
        by_number_.emplace(by_number_.size(), ports_.back().get());
    }
}

Judge::~Judge() = default;

std::vector<Event> Judge::reconfigure(std::vector<NumberedPort> ports, JudgeSettings settings, Instant now) {
    std::map<PortJudge*, std::size_t> numbers_before;
    for (const auto& [number, port] : by_number_) {
        numbers_before.emplace(port, number);
    }
    std::map<std::string, std::unique_ptr<PortJudge>> before;
    for (auto& port : ports_) {
        std::string name = port->name();
        before.emplace(std::move(name), std::move(port));
    }
    settings_ = settings;
    ports_.clear();
    by_number_.clear();
    for (NumberedPort& port : ports) {
        const auto found = before.find(port.settings.name);
        if (found == before.end()) {
            ports_.push_back(std::make_unique<PortJudge>(std::move(port.settings), settings_));
            hand_over_proof(*ports_.back());
        } else {
            ports_.push_back(std::move(found->second));
            before.erase(found);
            ports_.back()->configure(std::move(port.settings), settings_);
            if (numbers_before.at(ports_.back().get()) != port.number) ports_.back()->expect_another_reader();
        }
        by_number_.emplace(port.number, ports_.back().get());
    }
    std::vector<Event> events;
    for (const auto& [name, port] : before) {
        if (auto proof = port->kept_proof()) keep_proof(std::move(*proof));
        port->retire(now, events);
    }
    return events;
}

void Judge::restore(std::vector<KeptProof> proofs) {
    for (KeptProof& proof : proofs) {
        keep_proof(std::move(proof));
    }
    for (const auto& port : ports_) {
        hand_over_proof(*port);
    }
}

std::vector<KeptProof> Judge::proofs() const {
    std::map<std::string, KeptProof> proofs = proofs_of_absent_ports_;
    for (const auto& port : ports_) {
        if (auto proof = port->kept_proof()) proofs.insert_or_assign(port->name(), std::move(*proof));
    }
    std::vector<KeptProof> list;
    list.reserve(proofs.size());
    for (auto& [name, proof] : proofs) {
        list.push_back(std::move(proof));
    }
    return list;
}

void Judge::keep_proof(KeptProof proof) {
    if (proofs_of_absent_ports_.size() >= most_kept_proofs) return;
    std::string port = proof.port;
    proofs_of_absent_ports_.insert_or_assign(std::move(port), std::move(proof));
}

void Judge::hand_over_proof(PortJudge& port) {
    auto proof = proofs_of_absent_ports_.extract(port.name());
    if (!proof.empty()) port.restore(std::move(proof.mapped()));
}

std::vector<Event> Judge::take(const Reading& reading, Instant now) {
    const auto port = by_number_.find(reading.port);
    if (port == by_number_.end()) return {};
    std::vector<Event> events = port->second->take(reading, first_sweep_done_);
    if (!first_sweep_done_) {
        std::vector<Event> summary = finish_first_sweep(now);
        // What is wrong with this port is more than the summary: it comes after.
        events.insert(events.begin(), std::make_move_iterator(summary.begin()), std::make_move_iterator(summary.end()));
    }
    return events;
}

std::vector<Event> Judge::tick(Instant now) {
    return first_sweep_done_ ? std::vector<Event>{} : finish_first_sweep(now);
}

std::vector<Event> Judge::finish_first_sweep(Instant now) {
    const bool all = std::ranges::all_of(ports_, [](const auto& port) { return looked_at(port->state()); });
    if (!all && now.steady - start_.steady < settings_.first_sweep_limit) return {};
    first_sweep_done_ = true;

    std::array<std::size_t, port_state_names.size()> states{};
    std::size_t present = 0;
    for (const auto& port : ports_) {
        ++states[static_cast<std::size_t>(port->state()) % states.size()];
        if (port->present()) ++present;
    }
    Event event{.kind = EventKind::sweep,
                .at = now,
                .port = {},
                .severity = Severity::info,
                .sentence = all ? "Looked at all ports once." : "Some ports have not answered yet.",
                .fields = {},
                .alert = std::nullopt};
    event.fields.push_back({"ports", std::to_string(ports_.size())});
    event.fields.push_back({"present", std::to_string(present)});
    for (std::size_t state = 0; state < states.size(); ++state) {
        if (states[state] != 0) {
            event.fields.push_back({std::string(port_state_names[state]), std::to_string(states[state])});
        }
    }
    return {std::move(event)};
}

std::shared_ptr<const Board> Judge::board(Instant now, std::vector<BusSnapshot> buses) {
    auto board = std::make_shared<Board>();
    board->at = now;
    board->buses = std::move(buses);
    board->ports.reserve(ports_.size());
    for (const auto& port : ports_) {
        board->ports.push_back(port->snapshot(now));
    }
    return board;
}

}  // namespace opticward::daemon
