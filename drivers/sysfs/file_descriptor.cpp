#include "drivers/sysfs/file_descriptor.h"

#include <unistd.h>

namespace opticward::drivers {

void FileDescriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

}  // namespace opticward::drivers
