#include "daemon/publish/dbus/port_object.h"

#include "daemon/publish/contract.h"
#include "daemon/publish/dbus/boundary.h"
#include "daemon/publish/dbus/object_path.h"
#include "daemon/publish/dbus/utf8.h"

#include <utility>

namespace opticward::daemon::bus {

PortObject::PortObject(sdbus::IConnection& connection, ServiceState& state, std::shared_ptr<const PortSnapshot> port)
    : AdaptorInterfaces{connection, sdbus::ObjectPath{port_path(port->name)}},
      state_{state},
      port_{std::move(port)},
      now_{port_properties(*port_)},
      told_{now_} {
    registerAdaptor();
    take_module();
}

PortObject::~PortObject() {
    tried([this] { unregisterAdaptor(); });
}

void PortObject::take(std::shared_ptr<const PortSnapshot> port) {
    // The board shares what did not change.
    if (port == port_) return;
    port_ = std::move(port);
    tried([this] { now_ = port_properties(*port_); });
    take_module();
}

void PortObject::take_module() {
    if (module_ && !module_->is_of(*port_)) remove_module();
    if (!has_module(*port_)) return;
    if (module_) return module_->take(*port_);
    tried([this] { module_ = std::make_unique<ModuleObject>(*state_.connection, state_, *port_); });
}

void PortObject::tell_clients() {
    if (!announced_ && state_.connection.may_send()) {
        announced_ = tried([this] { getObject().emitInterfacesAddedSignal(); });
        told_ = now_;
    }
    // First, so that who hears of the port's new module finds it.
    if (module_) module_->tell_clients();
    if (announced_) tried([this] { tell_port(); });
}

void PortObject::tell_port() {
    PortProperties next = told_;
    const std::vector<std::string> names = tell(next, now_);
    if (names.empty() || !state_.connection.may_send()) return;
    changed(getObject(), Port_adaptor::INTERFACE_NAME, names);
    told_ = std::move(next);
}

void PortObject::withdraw() {
    remove_module();
    if (!announced_ || !state_.connection.may_send()) return;
    tried([this] { getObject().emitInterfacesRemovedSignal(); });
}

void PortObject::remove_module() {
    if (!module_) return;
    module_->withdraw();
    module_.reset();
}

void PortObject::Refresh(sdbus::Result<>&& result) {
    if (const auto refused = refusal(*port_)) return answer(result, *refused, port_.get());
    if (!state_.requests->takes_refresh()) return refuse(result, busy_error, "Too many clients wait already.");
    guarded([&] {
        switch (state_.commands.refresh(port_->name)) {
            case Posted::taken:
                state_.requests->add_refresh(port_->name, state_.now().steady, std::move(result));
                return;
            case Posted::unknown_port: return answer(result, RefreshAnswer::unknown_port, nullptr);
            case Posted::busy: return refuse(result, busy_error, "The bus of the port hangs and takes nothing more.");
        }
    });
}

const cmis::MemoryMap& PortObject::memory() const {
    if (port_->memory && !port_->memory->empty()) return *port_->memory;
    if (port_->state == PortState::no_access) throw error(not_supported_error, "This host cannot read the port.");
    if (module_present(*port_).value_or(false)) {
        throw error(read_failed_error, "Nothing could be read of the module.");
    }
    throw error(not_present_error, "No module is known in the port.");
}

std::vector<std::uint8_t> PortObject::bytes_of(cmis::PageId page) const {
    const cmis::Page* found = memory().find(page);
    if (found == nullptr) throw error(not_supported_error, "This page of the module is not read.");
    return {found->begin(), found->end()};
}

std::vector<std::uint8_t> PortObject::ReadPage(const std::uint8_t& bank, const std::uint8_t& page) {
    return guarded([&] { return bytes_of(cmis::upper_page(page, bank)); });
}

std::vector<std::uint8_t> PortObject::ReadLowerMemory() {
    return guarded([&] { return bytes_of(cmis::lower_memory); });
}

std::vector<sdbus::Struct<std::uint8_t, std::uint8_t>> PortObject::ListPages() {
    return guarded([&] {
        std::vector<sdbus::Struct<std::uint8_t, std::uint8_t>> list;
        for (const auto& [id, bytes] : memory().pages()) {
            if (!id.lower && id.device == cmis::module_address) list.emplace_back(id.bank, id.page);
        }
        return list;
    });
}

std::string PortObject::GetJson() {
    const auto json = guarded([&] { return port_json(*state_.board, port_->name, state_.now()); });
    if (!json) throw error(unknown_object_error, "The port is gone.");
    return sendable(*json);
}

}  // namespace opticward::daemon::bus
