// Alerts and events of the contract: their keys in order, and what a person reads of them. Pure.
#pragma once

#include "cmis/value.h"
#include "daemon/cli/console.h"

#include <string>

namespace opticward::daemon::cli {

// The members in the order of the contract, others behind them by name: D-Bus dictionaries have no order.
cmis::Object in_order(const cmis::Object& alert_or_event);

// "swp1 lane 3", "swp1" or nothing.
std::string place_of(const cmis::Value& alert);

// The sentence, since when and how often, the evidence and the remedy, each on a line of its own.
std::string alert_text(const Console& console, const cmis::Value& alert);

}  // namespace opticward::daemon::cli
