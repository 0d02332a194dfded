// What a physical adapter turned out to refuse. Learnt from its answers, by all ports that lie behind it, and kept as long
// as it is there, whatever happens to the modules. Used by the one worker that owns the adapter.
// Source: quirks of struct i2c_adapter (max_read_len, max_num_msgs, I2C_AQ_COMB...) are refused with EOPNOTSUPP before
// anything is on the wire; some drivers say EINVAL or EMSGSIZE.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

namespace opticward::drivers {

class AdapterLimits {
public:
    static constexpr std::size_t page_size = 128;

    // 128, 64, 32, 16, 8, 4, 2 or 1: the largest read that was not refused.
    std::size_t max_read() const { return max_read_; }
    // Only once a read of that length was done alone: else a refusal of several messages could be one of the length.
    bool joins(std::size_t longest_read) const { return joins_ && longest_read <= longest_done_; }

    void done(std::size_t read);
    void refused(std::size_t read);
    void refused_joined() { joins_ = false; }
    void forget() { *this = {}; }

private:
    std::size_t max_read_ = page_size;
    std::size_t believed_ =
        page_size;  // max_read_ when a transfer was last done: what all refused is no matter of length
    std::size_t longest_done_ = 0;
    bool joins_ = true;
};

// The limits by physical adapter (its number), for the ports of one worker.
class AdapterBook {
public:
    std::shared_ptr<AdapterLimits> of(unsigned adapter);

private:
    std::map<unsigned, std::shared_ptr<AdapterLimits>> limits_;
};

}  // namespace opticward::drivers
