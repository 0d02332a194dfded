// The latest value of something that one thread makes and others look at. Any thread may call it.
#pragma once

#include <mutex>
#include <utility>

namespace opticward::daemon {

// Not std::atomic<std::shared_ptr>: ThreadSanitizer reports races inside that of GCC 12.
template <class T>
class Latest {
public:
    void set(T value) {
        const std::lock_guard lock{mutex_};
        std::swap(value_, value);
    }
    T get() const {
        const std::lock_guard lock{mutex_};
        return value_;
    }

private:
    mutable std::mutex mutex_;
    T value_{};
};

}  // namespace opticward::daemon
