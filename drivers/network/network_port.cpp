#include "drivers/network/network_port.h"

namespace opticward::drivers {

Result<void> NetworkPort::read(cmis::ByteRange /*range*/, cmis::MutableBytes /*out*/) {
    return failed(Fault::not_supported);
}

}  // namespace opticward::drivers
