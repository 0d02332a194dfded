#include "daemon/options.h"

#include <gtest/gtest.h>
#include <vector>

namespace opticward::test {

using daemon::Options;
using daemon::parse_options;

namespace {

std::expected<Options, std::string> parsed(std::vector<const char*> arguments) {
    return parse_options(arguments);
}

}  // namespace

TEST(OptionsTest, WithoutArgumentsTheInstalledConfigurationIsUsed) {
    EXPECT_EQ(parsed({})->config, "/etc/opticward/opticward.toml");
    EXPECT_EQ(parsed({})->root, "/");
    EXPECT_FALSE(parsed({})->listen);
}

TEST(OptionsTest, ValuesComeAfterABlankOrAnEqualsSign) {
    EXPECT_EQ(parsed({"--config", "a.toml"})->config, "a.toml");
    EXPECT_EQ(parsed({"--config=b.toml"})->config, "b.toml");
    EXPECT_EQ(parsed({"--root", "/tmp/x"})->root, "/tmp/x");
    EXPECT_TRUE(parsed({"--check-config"})->check_config);
}

TEST(OptionsTest, ListenTakesAnAddressAndAPort) {
    const auto options = parsed({"--listen", "[::1]:9000"});
    ASSERT_TRUE(options && options->listen);
    EXPECT_EQ(options->listen->address, "::1");
    EXPECT_EQ(options->listen->port, 9000);
}

TEST(OptionsTest, WhatIsWrongIsSaid) {
    EXPECT_EQ(parsed({"--listen", "localhost"}).error(),
              "--listen localhost is no address, expected one like 127.0.0.1:10156");
    EXPECT_EQ(parsed({"--config"}).error(), "--config needs a value");
    EXPECT_EQ(parsed({"--check-config=yes"}).error(), "--check-config takes no value");
    EXPECT_EQ(parsed({"serve"}).error(), "unknown option serve");
}

}  // namespace opticward::test
