// CMIS lower memory (what is fixed) and page 00h: who the module is, and its applications.
#pragma once

#include "cmis/cmis_map.h"
#include "cmis/conditions.h"
#include "cmis/field.h"

#include <array>

namespace opticward::cmis {

inline constexpr auto cmis_identity_fields = std::to_array<FieldRow>({
    // Lower memory: management characteristics.
    field<Byte<Code<CodeTable::identifier>>, &Identity::identifier>(lower(0), "SFF8024Identifier")
        .cite(cmis_map::management),
    field<Byte<std::uint8_t>, &Identity::revision_compliance>(lower(1), "CmisRevision").cite(cmis_map::management),
    bit<&Identity::flat_memory>(lower(2), 7, "MemoryModel").cite(cmis_map::management),
    bit<&Advertisement::stepped_configuration_only>(lower(2), 6, "SteppedConfigOnly").cite(cmis_map::management),
    bits<&Advertisement::max_speed_code>(lower(2), 3, 2, "MciMaxSpeed").cite(cmis_map::management),
    bits<&Advertisement::auto_commissioning>(lower(2), 1, 0, "AutoCommissioning")
        .single_source()
        .cite(cmis_map::management),

    // Page 00h.
    field<Byte<Code<CodeTable::identifier>>, &Identity::identifier_copy>(upper(0, 128), "SFF8024IdentifierCopy")
        .cite(cmis_map::page_00h),
    field<Text<16>, &Identity::vendor_name>(upper(0, 129), "VendorName").cite(cmis_map::page_00h),
    field<RawBytes<3>, &Identity::vendor_oui>(upper(0, 145), "VendorOUI").cite(cmis_map::page_00h),
    field<Text<16>, &Identity::part_number>(upper(0, 148), "VendorPN").cite(cmis_map::page_00h),
    field<Text<2>, &Identity::revision>(upper(0, 164), "VendorRev").cite(cmis_map::page_00h),
    field<Text<16>, &Identity::serial_number>(upper(0, 166), "VendorSN").cite(cmis_map::page_00h),
    field<Text<8>, &Identity::date_code>(upper(0, 182), "DateCode").cite(cmis_map::page_00h),
    field<Text<10>, &Identity::clei_code>(upper(0, 190), "CLEICode").cite(cmis_map::page_00h),
    bits<&Identity::power_class_code>(upper(0, 200), 7, 5, "ModulePowerClass").cite(cmis_map::page_00h_power),
    field<quarter_watt, &Identity::max_power>(upper(0, 201), "MaxPower").cite(cmis_map::page_00h_power),
    field<cable_length, &Identity::cable_assembly_length>(upper(0, 202), "CableAssemblyLinkLength")
        .cite(cmis_map::page_00h_media),
    field<Byte<Code<CodeTable::connector>>, &Identity::connector>(upper(0, 203), "ConnectorType")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_5_ghz>(upper(0, 204), "AttenuationAt5GHz").cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_7_ghz>(upper(0, 205), "AttenuationAt7GHz").cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_12_9_ghz>(upper(0, 206), "AttenuationAt12p9GHz")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_25_8_ghz>(upper(0, 207), "AttenuationAt25p8GHz")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_53_ghz>(upper(0, 208), "AttenuationAt53p125GHz")
        .single_source()
        .cite(cmis_map::page_00h_media),
    field<Byte<std::uint8_t>, &Identity::media_lanes_unsupported>(upper(0, 210), "MediaLaneUnsupported")
        .cite(cmis_map::page_00h_media),
    bits<&Identity::far_end_code>(upper(0, 211), 4, 0, "FarEndConfiguration").cite(cmis_map::page_00h_media),
    field<Byte<Code<CodeTable::media_technology_cmis>>, &Identity::media_technology>(upper(0, 212),
                                                                                     "MediaInterfaceTechnology")
        .cite(cmis_map::page_00h_media),
    field<RawBytes<32>, &Identity::vendor_specific>(upper(0, 223), "Custom").vendor().cite(cmis_map::page_00h),

    // Lower memory: the applications, and what else is fixed.
    field<Byte<Code<CodeTable::media_type>>, &Identity::media_type>(lower(85), "MediaType").cite(cmis_map::media_type),
    each<Byte<Code<CodeTable::host_interface>>, &Identity::applications, &ApplicationDescriptor::host_interface>(
        lower(86), "HostInterfaceID", 8, 4)
        .cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::media_interface>(lower(87),
                                                                                               "MediaInterfaceID", 8, 4)
        .cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::host_lanes>(lower(88), "HostLaneCount", 8,
                                                                             cmis_map::host_count)
        .cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::media_lanes>(lower(88), "MediaLaneCount", 8,
                                                                              cmis_map::media_count)
        .cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::host_lane_starts>(
        lower(89), "HostLaneAssignmentOptions", 8, 4)
        .cite(cmis_map::applications),
    field<Byte<std::uint8_t>, &Identity::active_firmware_major>(lower(39), "ModuleActiveFirmwareMajorRevision")
        .cite(cmis_map::firmware),
    field<Byte<std::uint8_t>, &Identity::active_firmware_minor>(lower(40), "ModuleActiveFirmwareMinorRevision")
        .cite(cmis_map::firmware),
});

}  // namespace opticward::cmis
