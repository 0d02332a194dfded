#include "cmis/code_tables/tables.h"

namespace opticward::cmis::code_tables {

namespace {

// CMIS: VDM observable types (128 and up: C-CMIS); type, scale, unit and resource are in the note.
constexpr auto vdm_observable_rows = std::to_array<CodeRow>({
    {0x00, "Not used", Family::vdm_none},
    {0x01, "Laser age (0% BOL, 100% EOL)", Family::vdm_basic, 0, 0, "type=U16 scale=1 unit=% resource=module"},
    {0x02, "TEC current", Family::vdm_basic, 0, 0, "type=S16 scale=100/32767 unit=% resource=module"},
    {0x03, "Laser frequency error", Family::vdm_basic, 0, 0, "type=S16 scale=10 unit=MHz resource=media lane"},
    {0x04, "Laser temperature", Family::vdm_basic, 0, 0, "type=S16 scale=1/256 unit=C resource=media lane"},
    {0x05, "eSNR media input", Family::vdm_basic, 0, 0, "type=U16 scale=1/256 unit=dB resource=media lane"},
    {0x06, "eSNR host input", Family::vdm_basic, 0, 0, "type=U16 scale=1/256 unit=dB resource=host lane"},
    {0x07, "PAM4 level transition parameter media input", Family::vdm_basic, 0, 0, "type=U16 scale=1/256 unit=dB resource=media lane"},
    {0x08, "PAM4 level transition parameter host input", Family::vdm_basic, 0, 0, "type=U16 scale=1/256 unit=dB resource=host lane"},
    {0x09, "Pre-FEC BER minimum media input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x0A, "Pre-FEC BER minimum host input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x0B, "Pre-FEC BER maximum media input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x0C, "Pre-FEC BER maximum host input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x0D, "Pre-FEC BER average media input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x0E, "Pre-FEC BER average host input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x0F, "Pre-FEC BER current media input", Family::vdm_basic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x10, "Pre-FEC BER current host input", Family::vdm_basic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x11, "Errored frames (FERC) minimum media input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x12, "Errored frames minimum host input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x13, "Errored frames maximum media input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x14, "Errored frames maximum host input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x15, "Errored frames average media input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x16, "Errored frames average host input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x17, "Errored frames current media input", Family::vdm_basic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x18, "Errored frames current host input", Family::vdm_basic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x19, "FERC total accumulated media input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x1A, "FERC total accumulated host input", Family::vdm_statistic, 0, 0, "type=F16 scale=- unit=ratio resource=data path"},
    {0x1B, "SEWmax minimum media input", Family::vdm_statistic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x1C, "SEWmax minimum host input", Family::vdm_statistic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x1D, "SEWmax maximum media input", Family::vdm_statistic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x1E, "SEWmax maximum host input", Family::vdm_statistic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x1F, "SEWmax average media input", Family::vdm_statistic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x20, "SEWmax average host input", Family::vdm_statistic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x21, "SEWmax current media input", Family::vdm_basic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x22, "SEWmax current host input", Family::vdm_basic, 0, 0, "type=U16 scale=1 unit=symbols resource=data path"},
    {0x4D, "Vcc2p6 voltage", Family::vdm_basic, 0, 0, "type=U16 scale=100e-6 unit=V resource=module"},
    {0x4E, "Vcc1p8 voltage", Family::vdm_basic, 0, 0, "type=U16 scale=100e-6 unit=V resource=module"},
    {0x4F, "Vcc1p2 voltage", Family::vdm_basic, 0, 0, "type=U16 scale=100e-6 unit=V resource=module"},
    {0x50, "Vcc0p9 voltage", Family::vdm_basic, 0, 0, "type=U16 scale=100e-6 unit=V resource=module"},
    {0x51, "Vcc0p7A voltage", Family::vdm_basic, 0, 0, "type=U16 scale=100e-6 unit=V resource=module"},
    {0x52, "Vcc0p7B voltage", Family::vdm_basic, 0, 0, "type=U16 scale=100e-6 unit=V resource=module"},
    {0x53, "Vcc12 voltage", Family::vdm_basic, 0, 0, "type=U16 scale=250e-6 unit=V resource=module"},
    {0x54, "ELS input power", Family::vdm_basic, 0, 0, "type=S16 scale=0.01 unit=dBm resource=media lane"},
    {.code = 0x64, .name = "Custom observables", .family = Family::vendor, .last = 0x7F, .shared = true},
    {0x80, "C-CMIS modulator bias X/I", Family::vdm_basic, 0, 0, "type=U16 scale=100/65535 unit=% resource=media lane"},
    {0x81, "C-CMIS modulator bias X/Q", Family::vdm_basic, 0, 0, "type=U16 scale=100/65535 unit=% resource=media lane"},
    {0x82, "C-CMIS modulator bias Y/I", Family::vdm_basic, 0, 0, "type=U16 scale=100/65535 unit=% resource=media lane"},
    {0x83, "C-CMIS modulator bias Y/Q", Family::vdm_basic, 0, 0, "type=U16 scale=100/65535 unit=% resource=media lane"},
    {0x84, "C-CMIS modulator bias X phase", Family::vdm_basic, 0, 0, "type=U16 scale=100/65535 unit=% resource=media lane"},
    {0x85, "C-CMIS modulator bias Y phase", Family::vdm_basic, 0, 0, "type=U16 scale=100/65535 unit=% resource=media lane"},
    {0x86, "C-CMIS CD high granularity short link", Family::vdm_basic, 0, 0, "type=S16 scale=1 unit=ps/nm resource=media lane"},
    {0x87, "C-CMIS CD low granularity long link", Family::vdm_basic, 0, 0, "type=S16 scale=20 unit=ps/nm resource=media lane"},
    {0x88, "C-CMIS DGD", Family::vdm_basic, 0, 0, "type=U16 scale=0.01 unit=ps resource=media lane"},
    {0x89, "C-CMIS SOPMD high granularity", Family::vdm_basic, 0, 0, "type=U16 scale=0.01 unit=ps2 resource=media lane"},
    {0x8A, "C-CMIS PDL", Family::vdm_basic, 0, 0, "type=U16 scale=0.1 unit=dB resource=media lane"},
    {0x8B, "C-CMIS OSNR", Family::vdm_basic, 0, 0, "type=U16 scale=0.1 unit=dB resource=media lane"},
    {0x8C, "C-CMIS eSNR", Family::vdm_basic, 0, 0, "type=U16 scale=0.1 unit=dB resource=media lane"},
    {0x8D, "C-CMIS CFO", Family::vdm_basic, 0, 0, "type=S16 scale=1 unit=MHz resource=media lane"},
    {0x8E, "C-CMIS EVM modem", Family::vdm_basic, 0, 0, "type=U16 scale=100/65535 unit=% resource=media lane"},
    {0x8F, "C-CMIS Tx power", Family::vdm_basic, 0, 0, "type=S16 scale=0.01 unit=dBm resource=media lane"},
    {0x90, "C-CMIS Rx total power", Family::vdm_basic, 0, 0, "type=S16 scale=0.01 unit=dBm resource=media lane"},
    {0x91, "C-CMIS Rx signal power", Family::vdm_basic, 0, 0, "type=S16 scale=0.01 unit=dBm resource=media lane"},
    {0x92, "C-CMIS SOP rate of change", Family::vdm_basic, 0, 0, "type=U16 scale=1 unit=krad/s resource=media lane"},
    {0x93, "C-CMIS MER", Family::vdm_basic, 0, 0, "type=U16 scale=0.1 unit=dB resource=media lane"},
    {0x94, "C-CMIS clock recovery loop", Family::vdm_basic, 0, 0, "type=S16 scale=100/32767 unit=% resource=media lane"},
    {0x95, "C-CMIS SOPMD low granularity", Family::vdm_basic, 0, 0, "type=U16 scale=1 unit=ps2 resource=media lane"},
    {0x96, "C-CMIS SNR margin", Family::vdm_basic, 0, 0, "type=S16 scale=0.1 unit=dB resource=media lane"},
    {0x97, "C-CMIS Q factor", Family::vdm_basic, 0, 0, "type=U16 scale=0.1 unit=dB resource=media lane"},
    {0x98, "C-CMIS Q margin", Family::vdm_basic, 0, 0, "type=S16 scale=0.1 unit=dB resource=media lane"},
});
static_assert(ascending(vdm_observable_rows));

}  // namespace

std::span<const CodeRow> vdm_observable() {
    return vdm_observable_rows;
}

}  // namespace opticward::cmis::code_tables
