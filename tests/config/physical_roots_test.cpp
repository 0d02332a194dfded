// One worker for each physical I2C adapter.
#include "config/physical_roots.h"

#include "tests/config/settings_folder.h"

#include <map>

namespace opticward::test {

using config::with_physical_roots;
using drivers::AdapterPath;
using drivers::MuxStep;

namespace {

std::string bus(std::string_view name, std::string_view more = {}) {
    return "[[bus]]\nname = \"" + std::string{name} + "\"\ndriver = \"i2c-dev\"\n" + std::string{more} + "\n";
}

std::string port(std::string_view name, std::string_view bus, std::string_view source = {}) {
    std::string text = "[[port]]\nname = \"" + std::string{name} + "\"\nbus = \"" + std::string{bus} + "\"\n";
    return source.empty() ? text : text + "source = \"" + std::string{source} + "\"\n";
}

MuxStep mux(const std::string& device, unsigned parent, std::optional<int> idle_state) {
    MuxStep step;
    step.device = device;
    step.parent = parent;
    step.idle_state = idle_state;
    return step;
}

class PhysicalRootsTest : public SettingsFolder {
protected:
    void add(const std::string& adapter, unsigned number, unsigned root, std::vector<MuxStep> muxes = {}) {
        AdapterPath path;
        path.adapter = number;
        path.root = root;
        path.muxes = std::move(muxes);
        paths_[adapter] = path;
    }
    config::Settings regrouped(const std::string& text) {
        return with_physical_roots(good(text), [this](const std::string& adapter) -> std::optional<AdapterPath> {
            const auto found = paths_.find(adapter);
            return found == paths_.end() ? std::nullopt : std::optional{found->second};
        });
    }
    static std::vector<std::string> names(const config::Settings& settings) {
        std::vector<std::string> names;
        for (const auto& it : settings.buses)
            names.push_back(it.description.name);
        return names;
    }
    static std::vector<std::string> ports(const config::Settings& settings, std::size_t bus) {
        std::vector<std::string> names;
        for (const std::size_t index : settings.buses.at(bus).ports) {
            names.push_back(settings.ports.at(index).name);
            EXPECT_EQ(settings.ports.at(index).bus, bus);
            EXPECT_EQ(settings.buses.at(bus).description.ports.at(names.size() - 1).name, names.back());
        }
        return names;
    }

    std::map<std::string, AdapterPath> paths_;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_F(PhysicalRootsTest, BusOfOneRootStaysAsItWasWritten) {
    add("17", 17, 0, {mux("0-0070", 0, -2)});
    add("18", 18, 0, {mux("0-0070", 0, -2)});
    const std::string text = bus("front") + port("swp1", "front", "17") + port("swp2", "front", "18");

    EXPECT_EQ(regrouped(text), good(text));
}

TEST_F(PhysicalRootsTest, BusesOfOneRootBecomeTheFirst) {
    add("17", 17, 0);
    add("18", 18, 0);
    const auto settings = regrouped(bus("left", "path = \"17\"\ninterval_seconds = 3") + bus("right", "path = \"18\"") +
                                    port("swp1", "left") + port("swp2", "right") + port("swp3", "left"));

    EXPECT_EQ(names(settings), Names{"left"});
    EXPECT_EQ(ports(settings, 0), (Names{"swp1", "swp3", "swp2"}));
    EXPECT_EQ(settings.buses[0].description.ports[2].source, "18");
    EXPECT_EQ(settings.buses[0].interval, std::chrono::milliseconds{3000});
    EXPECT_EQ(settings.remarks,
              Names{"bus right: shares the adapter i2c-0 with bus left, which reads the ports of both; "
                    "its keys count"});
}

TEST_F(PhysicalRootsTest, BusOfSeveralRootsBecomesOneEach) {
    add("17", 17, 0);
    add("27", 27, 1);
    const auto settings = regrouped(bus("front") + port("swp1", "front", "17") + port("swp2", "front", "27") +
                                    port("swp3", "front", "17"));

    EXPECT_EQ(names(settings), (Names{"front.i2c-0", "front.i2c-1"}));
    EXPECT_EQ(ports(settings, 0), (Names{"swp1", "swp3"}));
    EXPECT_EQ(ports(settings, 1), Names{"swp2"});
    EXPECT_EQ(settings.remarks,
              Names{"bus front: leads to several adapters, each has a worker of its own: front.i2c-0, front.i2c-1"});
}

TEST_F(PhysicalRootsTest, PortWhoseAdapterIsMissingStaysWithItsBus) {
    add("17", 17, 0);
    add("27", 27, 1);
    const auto one = regrouped(bus("front") + port("swp1", "front", "17") + port("swp2", "front", "99"));
    const auto two = regrouped(bus("front") + port("swp1", "front", "17") + port("swp2", "front", "99") +
                               port("swp3", "front", "27"));

    EXPECT_EQ(names(one), Names{"front"});
    EXPECT_EQ(names(two), (Names{"front.i2c-0", "front", "front.i2c-1"}));
    EXPECT_EQ(ports(two, 1), Names{"swp2"});
}

TEST_F(PhysicalRootsTest, BusesWhoseAdaptersAreMissingAreNotOne) {
    const auto settings = regrouped(bus("left", "path = \"98\"") + bus("right", "path = \"99\"") +
                                    port("swp1", "left") + port("swp2", "right"));

    EXPECT_EQ(names(settings), (Names{"left", "right"}));
    EXPECT_TRUE(settings.remarks.empty());
}

TEST_F(PhysicalRootsTest, OtherDriversAndEmptyBusesAreLeftAlone) {
    const std::string text = bus("empty") + "[[bus]]\nname = \"files\"\ndriver = \"file\"\n" +
                             port("swp1", "files", "/sys/bus/i2c/devices/17-0050/eeprom");

    EXPECT_EQ(regrouped(text), good(text));
}

TEST_F(PhysicalRootsTest, NameThatIsTakenIsNumbered) {
    add("17", 17, 0);
    add("27", 27, 1);
    const auto settings =
        regrouped(bus("front") + bus("front.i2c-1") + port("swp1", "front", "17") + port("swp2", "front", "27"));

    EXPECT_EQ(names(settings), (Names{"front.i2c-0", "front.i2c-1.2", "front.i2c-1"}));
}

TEST_F(PhysicalRootsTest, MuxThatKeepsItsChannelBesideAnotherIsNoted) {
    add("17", 17, 0, {mux("0-0070", 0, drivers::idle_as_is)});
    add("27", 27, 0, {mux("0-0071", 0, drivers::idle_disconnect)});
    const auto settings = regrouped(bus("mux0") + port("swp1", "mux0", "17") + port("swp2", "mux0", "27"));

    EXPECT_EQ(settings.remarks, Names{"bus mux0: mux 0-0070 keeps its last channel connected (idle_state -1): modules "
                                      "behind other muxes of i2c-0 may answer at the same address; set its idle_state "
                                      "to -2"});
}

TEST_F(PhysicalRootsTest, MuxAloneOnItsWireMayKeepItsChannel) {
    add("17", 17, 0, {mux("0-0070", 0, drivers::idle_disconnect), mux("2-0074", 2, drivers::idle_as_is)});
    add("27", 27, 0, {mux("0-0070", 0, drivers::idle_disconnect), mux("3-0074", 3, drivers::idle_as_is)});
    const auto settings = regrouped(bus("mux0") + port("swp1", "mux0", "17") + port("swp2", "mux0", "27"));

    EXPECT_TRUE(settings.remarks.empty());
}

TEST_F(PhysicalRootsTest, ModuleInFrontOfAMuxCountsAsANeighbour) {
    add("0", 0, 0);
    add("17", 17, 0, {mux("0-0070", 0, 3)});
    const auto settings = regrouped(bus("mux0") + port("swp1", "mux0", "0") + port("swp2", "mux0", "17"));

    EXPECT_EQ(settings.remarks,
              Names{"bus mux0: mux 0-0070 goes back to channel 3 (idle_state 3): modules behind other "
                    "muxes of i2c-0 may answer at the same address; set its idle_state to -2"});
}

TEST_F(PhysicalRootsTest, LockIsNoneTheDeviceOrAFile) {
    const auto lock = [this](std::string_view line) { return good(bus("mux0", line)).buses.at(0).description.lock; };

    EXPECT_EQ(lock(""), std::nullopt);
    EXPECT_EQ(lock("lock = false"), std::nullopt);
    EXPECT_EQ(lock("lock = true"), "");
    EXPECT_EQ(lock("lock = \"/run/lock/mux0\""), "/run/lock/mux0");
}

}  // namespace opticward::test
