#include "drivers/gpio/gpio_pin.h"

#include "tests/drivers/temporary_folder.h"

#include <cerrno>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace opticward::drivers {
namespace {

// The chips there are, and what the kernel shall answer.
struct Kernel {
    struct Chip {
        std::string label;
        int open_error = 0;
        int request_error = 0;
        std::string consumer;
        int level = 0;  // or -errno
    };
    std::map<std::string, Chip> chips;  // by the name of the device file
    std::vector<std::string> calls;
};

class FakeLine final : public GpioLine {
public:
    FakeLine(Kernel& kernel, Kernel::Chip& chip) : kernel_{kernel}, chip_{chip} {}
    ~FakeLine() override { kernel_.calls.emplace_back("released"); }
    FakeLine(const FakeLine&) = delete;
    FakeLine& operator=(const FakeLine&) = delete;
    int level() override { return chip_.level; }

private:
    Kernel& kernel_;
    Kernel::Chip& chip_;
};

class FakeChip final : public GpioChip {
public:
    FakeChip(Kernel& kernel, Kernel::Chip& chip) : kernel_{kernel}, chip_{chip} {}
    std::expected<std::string, int> label() override { return chip_.label; }
    std::expected<std::string, int> consumer(unsigned) override { return chip_.consumer; }
    std::expected<std::unique_ptr<GpioLine>, int> request(unsigned line) override {
        kernel_.calls.push_back("request " + std::to_string(line));
        if (chip_.request_error != 0) return std::unexpected{chip_.request_error};
        return std::make_unique<FakeLine>(kernel_, chip_);
    }

private:
    Kernel& kernel_;
    Kernel::Chip& chip_;
};

class GpioPinTest : public ::testing::Test {
protected:
    GpioPinTest() { std::filesystem::create_directory(folder_.path() / "dev"); }

    Kernel::Chip& chip(const std::string& name, std::string label) {
        folder_.write("dev/" + name, "");
        auto& added = kernel_.chips[name];
        added.label = std::move(label);
        return added;
    }
    std::expected<std::unique_ptr<GpioChip>, int> open(const std::filesystem::path& path) {
        const auto found = kernel_.chips.find(path.filename());
        if (found == kernel_.chips.end() || path.parent_path() != folder_.path() / "dev")
            return std::unexpected{ENOENT};
        if (found->second.open_error != 0) return std::unexpected{found->second.open_error};
        return std::make_unique<FakeChip>(kernel_, found->second);
    }
    std::expected<std::unique_ptr<GpioChip>, int> find(const std::string& name) {
        return find_gpio_chip(folder_.path(), name, [this](const auto& path) { return open(path); });
    }
    // The label of the chip that is found, or what went wrong.
    std::string found(const std::string& name) {
        const auto chip = find(name);
        return chip ? (*chip)->label().value() : std::to_string(chip.error());
    }
    GpioPin pin(unsigned line, bool active) {
        return {[this] { return find("front-panel"); },
                {.path = {}, .gpio = "front-panel", .line = line, .bit = {}, .active = active}};
    }
    static Fault fault(GpioPin& pin) {
        const auto result = pin.is_active();
        EXPECT_FALSE(result);
        return result ? Fault::checksum : result.error();
    }

    TemporaryFolder folder_;
    Kernel kernel_;
};

TEST_F(GpioPinTest, AChipIsFoundByNumberNamePathAndLabel) {
    chip("gpiochip0", "cpu");
    chip("gpiochip2", "front-panel");
    EXPECT_EQ(found("2"), "front-panel");
    EXPECT_EQ(found("gpiochip2"), "front-panel");
    EXPECT_EQ(found("/dev/gpiochip2"), "front-panel");
    EXPECT_EQ(found("front-panel"), "front-panel");
    EXPECT_EQ(found("cpu"), "cpu");
}

TEST_F(GpioPinTest, AChipThatIsNotThereIsNotFound) {
    chip("gpiochip0", "cpu");
    folder_.write("dev/gpiochips", "");
    EXPECT_EQ(found("1"), std::to_string(ENOENT));
    EXPECT_EQ(found("front-panel"), std::to_string(ENODEV));
}

TEST_F(GpioPinTest, AChipThatMayNotBeOpenedIsWhyALabelIsNotFound) {
    chip("gpiochip0", "cpu");
    chip("gpiochip1", "front-panel").open_error = EACCES;
    EXPECT_EQ(found("front-panel"), std::to_string(EACCES));
}

TEST_F(GpioPinTest, TheLevelThatTheBoardFileNamesIsActive) {
    auto& front = chip("gpiochip2", "front-panel");
    GpioPin high = pin(3, true);
    GpioPin low = pin(3, false);
    front.level = 1;
    EXPECT_EQ(high.is_active(), true);
    EXPECT_EQ(low.is_active(), false);
    front.level = 0;
    EXPECT_EQ(high.is_active(), false);
    EXPECT_EQ(low.is_active(), true);
}

TEST_F(GpioPinTest, ALineIsAskedForOnceAndKept) {
    chip("gpiochip2", "front-panel");
    {
        GpioPin kept = pin(3, true);
        ASSERT_TRUE(kept.is_active());
        ASSERT_TRUE(kept.is_active());
        EXPECT_EQ(kernel_.calls, (std::vector<std::string>{"request 3"}));
    }
    EXPECT_EQ(kernel_.calls, (std::vector<std::string>{"request 3", "released"}));
}

TEST_F(GpioPinTest, ALineThatSomebodyElseHasIsNamed) {
    auto& front = chip("gpiochip2", "front-panel");
    front.request_error = EBUSY;
    front.consumer = "sfp-presence";
    GpioPin taken = pin(3, true);
    EXPECT_EQ(fault(taken), Fault::driver_bound);
    EXPECT_EQ(taken.explanation(), "sfp-presence has line 3 of the GPIO chip front-panel");
    front.request_error = 0;
    EXPECT_TRUE(taken.is_active());
}

TEST_F(GpioPinTest, ALineThatTheChipDoesNotHaveIsNoDevice) {
    chip("gpiochip2", "front-panel").request_error = EINVAL;
    GpioPin missing = pin(99, true);
    EXPECT_EQ(fault(missing), Fault::no_device);
    EXPECT_EQ(missing.explanation(), "there is no line 99 of the GPIO chip front-panel");
}

TEST_F(GpioPinTest, AChipThatMayNotBeOpenedIsAMatterOfPermission) {
    chip("gpiochip2", "front-panel").open_error = EACCES;
    GpioPin closed = pin(3, true);
    EXPECT_EQ(fault(closed), Fault::permission);
    EXPECT_EQ(closed.explanation(), "the daemon may not open the GPIO chip front-panel");
}

TEST_F(GpioPinTest, AChipThatGoesAndComesBackUnderAnotherNumberIsFoundAgain) {
    auto& front = chip("gpiochip2", "front-panel");
    GpioPin moved = pin(3, true);
    ASSERT_TRUE(moved.is_active());
    front.level = -ENODEV;
    EXPECT_EQ(fault(moved), Fault::no_device);
    front.label = "gone";
    chip("gpiochip5", "front-panel").level = 1;
    EXPECT_EQ(moved.is_active(), true);
}

}  // namespace
}  // namespace opticward::drivers
