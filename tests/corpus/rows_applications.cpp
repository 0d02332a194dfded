// Rows of lanes and applications. The sources count lanes from 0, we from 1.
#include "cmis/applications.h"
#include "cmis/interpretation.h"
#include "tests/corpus/comparison.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace opticward::test {

namespace {

using cmis::Application;

constexpr auto host_words = std::to_array<Words>({
    {"CAUI-4 C2M (Annex 83E)", "CAUI-4 C2M"},
    {"800GAUI-8 (fboss AUI_PAM4_8S_800G)", "800GAUI-8-S C2M"},
    {"400GAUI-4 (fboss AUI_PAM4_4S_400G)", "400GAUI-4-S C2M"},
});
constexpr auto media_words = std::to_array<Words>({
    {"100G CWDM4", "100G CWDM4 MSA"},
    {"400GBASE-FR4", "400G-FR4/400GBASE-FR4"},
    {"800G-DR4", "800GBASE-DR4"},
    {"800G-FR8", "(vendor) FBOSS 800G FR8"},
    {"800G ZR OpenROADM FlexO-8e-DPO", "FLEXO-8e-DPO-16QAM/FOIC8e.8-DPO"},
    {"copper cable", "Copper cable"},
    {"Active Cable assembly with BER < 5x10^-5", "Active cable assembly, BER < 5e-5"},
});
// FBOSS names the whole module: how many of which interface. SFF-8636 modules by byte 192.
constexpr auto module_words = std::to_array<Words>({
    {"CWDM4_100G", "100G CWDM4"},
    {"CR4_100G", "100GBASE-CR4, 25GBASE-CR CA-25G-L or 50GBASE-CR2 with RS-FEC"},
    {"FR1_100G", "100G-FR or 100GBASE-FR1, CAUI-4 (no FEC)"},
    {"CR4_200G", "50GBASE-CR, 100GBASE-CR2 or 200GBASE-CR4"},
    {"FR4_200G", "1 x 200GAUI-4 C2M: 200GBASE-FR4"},
    {"DR4_400G", "1 x 400GAUI-8 C2M: 400GBASE-DR4"},
    {"LR4_400G_10KM", "1 x 400GAUI-8 C2M: 400G-LR4-10"},
    {"CR8_400G", "1 x 400G CR8 (Ethernet Technology Consortium): Copper cable"},
    {"FR4_2x400G", "2 x 400GAUI-4-L C2M: 400G-FR4/400GBASE-FR4"},
    {"FR4_LPO_2x400G", "2 x LEI-400G-PAM4-4 (LPO MSA): 400G-FR4/400GBASE-FR4"},
    {"DR4_2x400G", "2 x 400GAUI-4-L C2M: 400GBASE-DR4"},
    {"DR4_2x800G", "2 x 800GAUI-4: 800GBASE-DR4"},
    {"ZR_800G", "1 x 800GAUI-8-S C2M: FLEXO-8e-DPO-16QAM/FOIC8e.8-DPO"},
    {"CR8_800G", "1 x 800GAUI-8-S C2M: Active cable assembly, BER < 1e-6"},
});

std::string host_name(const Application& application) {
    return cmis::name(application.host_interface);
}

std::string media_name(const Subject& subject, const Application& application) {
    return cmis::media_interface_name(subject.module, application.media_interface);
}

std::string in_our_words(const json& value, std::span<const Words> words) {
    const std::string text = value.get<std::string>();
    const auto found = std::ranges::find(words, text, &Words::source);
    return found == words.end() ? text : std::string{found->ours};
}

// A list of expected applications holds those that a source spoke of, not all, so an element is found by what it names.
std::optional<Application> application_of(const Subject& subject) {
    const json& wanted = subject.expected.at("applications").at(subject.index());
    for (const Application& application : cmis::applications(subject.module)) {
        if (wanted.contains("app_sel")) {
            if (wanted.at("app_sel") == application.number) {
                return application;
            }
        } else if (wanted.contains("media")) {
            if (in_our_words(wanted.at("media"), media_words) == media_name(subject, application)) {
                return application;
            }
        } else if (in_our_words(wanted.at("host"), host_words) == host_name(application)) {
            return application;
        }
    }
    return std::nullopt;
}

Answer application_number(const Subject& subject) {
    const auto application = application_of(subject);
    return application ? json(application->number) : json(nullptr);
}

Answer application_host(const Subject& subject) {
    const auto application = application_of(subject);
    return application ? json(host_name(*application)) : json(nullptr);
}

Answer application_media(const Subject& subject) {
    const auto application = application_of(subject);
    return application ? json(media_name(subject, *application)) : json(nullptr);
}

template <unsigned Application::*Member>
Answer application_lanes(const Subject& subject) {
    const auto application = application_of(subject);
    return application ? json((*application).*Member) : json(nullptr);
}

json from_zero(const std::vector<unsigned>& lanes) {
    json result = json::array();
    for (const unsigned lane : lanes) {
        result.push_back(lane - 1);
    }
    return result;
}

template <std::vector<unsigned> Application::*Member>
Answer start_lane(const Subject& subject) {
    const auto application = application_of(subject);
    return application ? element(subject, from_zero((*application).*Member)) : json(nullptr);
}

Answer no_media_start_lanes(const Subject& subject) {
    const auto application = application_of(subject);
    return application ? from_zero(application->media_lane_starts) : json(nullptr);
}

// The assignment options as the byte they are.
Answer host_assignment(const Subject& subject) {
    const auto application = application_of(subject);
    if (!application) {
        return json(nullptr);
    }
    unsigned bits = 0;
    for (const unsigned lane : application->host_lane_starts) {
        bits |= 1U << (lane - 1);
    }
    return bits;
}

Answer host_lanes(const Subject& subject) {
    return cmis::lane_counts(subject.module).host;
}

Answer media_lanes(const Subject& subject) {
    return cmis::lane_counts(subject.module).media;
}

// What FBOSS calls the module must be among what the module advertises.
Answer module_media_interface(const Subject& subject) {
    if (subject.module.memory_model == cmis::MemoryModelId::sff8636) {
        const auto code = subject.module.identity.extended_compliance;
        return code ? json(cmis::name(*code)) : json(nullptr);
    }
    std::string all;
    for (const Application& application : cmis::applications(subject.module)) {
        std::string text = std::to_string(application.host_lane_starts.size()) + " x " + host_name(application) + ": " +
                           media_name(subject, application);
        if (subject.wanted == text) {
            return text;
        }
        all += (all.empty() ? "" : "; ") + text;
    }
    return all;
}

// The application that lane 1 runs; a flat module has only its first.
std::optional<Application> active_application(const Subject& subject) {
    const unsigned number = subject.module.controls.lanes[0].active_application.value_or(1);
    for (const Application& application : cmis::applications(subject.module)) {
        if (application.number == number) {
            return application;
        }
    }
    return std::nullopt;
}

Answer active_media(const Subject& subject) {
    const auto application = active_application(subject);
    return application ? json(media_name(subject, *application)) : json(nullptr);
}

Answer active_host(const Subject& subject) {
    const auto application = active_application(subject);
    return application ? json(host_name(*application)) : json(nullptr);
}

// Single-mode interfaces that the module does not have. The name must be one that we know, or nothing was tested.
Answer not_an_application(const Subject& subject) {
    std::string wanted = subject.wanted.get<std::string>();
    if (!cmis::code_by_name(cmis::CodeTable::media_smf, wanted)) {
        return "no single-mode interface has this name";
    }
    for (const Application& application : cmis::applications(subject.module)) {
        if (media_name(subject, application) == wanted) {
            return "advertised as application " + std::to_string(application.number);
        }
    }
    return wanted;
}

// "200G x4 copper": so many lanes of that medium, none of them faster than the module's.
bool carries(const Subject& subject) {
    int gbps = 0;
    unsigned lanes = 0;
    std::array<char, 16> medium{};
    const std::string text = subject.leaf.value.get<std::string>();
    if (std::sscanf(text.c_str(), "%dG x%u %15s", &gbps, &lanes, medium.data()) != 3 || lanes == 0) {
        return false;
    }
    const auto code = subject.module.identity.extended_compliance;
    const cmis::CodeRow* row = code ? cmis::find(*code) : nullptr;
    const double lane_rate = row == nullptr ? 0 : row->rate_gbps / std::max<unsigned>(row->lanes, 1);
    const bool copper = cmis::media_type(subject.module) == cmis::MediaType::passive_copper;
    return copper == (std::string_view{medium.data()} == "copper") && lanes <= cmis::lane_counts(subject.module).host &&
           gbps <= lane_rate * lanes;
}

Answer supported_speed(const Subject& subject) {
    return carries(subject) ? subject.leaf.value : json("not supported");
}

Answer unsupported_speed(const Subject& subject) {
    return carries(subject) ? json("supported") : subject.leaf.value;
}

constexpr auto rows = std::to_array<Row>({
    {"host_lanes", host_lanes},
    {"media_lanes", media_lanes},
    {"media_interface", module_media_interface, module_words},
    {"media_smf", active_media, media_words},
    {"media_passive_cu", active_media, media_words},
    {"compliance", active_host},
    {"active_host_compliance", active_host},
    {"applications[*].app_sel", application_number},
    {"applications[*].host", application_host, host_words},
    {"applications[*].media", application_media, media_words},
    {"applications[*].host_lanes", application_lanes<&Application::host_lanes>},
    {"applications[*].media_lanes", application_lanes<&Application::media_lanes>},
    {"applications[*].host_assign", host_assignment},
    {"applications[*].host_start_lanes[*]", start_lane<&Application::host_lane_starts>},
    {"applications[*].media_start_lanes[*]", start_lane<&Application::media_lane_starts>},
    {"applications[*].media_start_lanes", no_media_start_lanes},
    {"not_applications[*]", not_an_application, media_words},
    {"supported_port_speeds[*]", supported_speed},
    {"unsupported_port_speeds[*]", unsupported_speed},
});

}  // namespace

std::span<const Row> application_rows() {
    return rows;
}

}  // namespace opticward::test
