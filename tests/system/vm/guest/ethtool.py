"""Debian's ethtool on a network device of the guest, and what it says in the words of our JSON."""

import re
import subprocess

# Texts that stand as they are in both.
TEXTS = {
    "Vendor name": ("vendor_name",),
    "Vendor PN": ("part_number",),
    "Vendor rev": ("revision",),
    "Vendor SN": ("serial_number",),
}
NUMBERS = {
    "Module temperature": ("monitors", "temperature_celsius"),
    "Module voltage": ("monitors", "supply_voltage_volts"),
}
# Per lane; SFF-8636 and CMIS differ by a blank.
LANES = {
    r"Laser tx bias current \(Channel (\d)\)": "tx_bias_amperes",
    r"Transmit avg optical power \(Channel (\d)\)": "tx_power_watts",
    r"Rcvr signal avg optical power ?\(Channel (\d)\)": "rx_power_watts",
}
THRESHOLDS = {
    "Module temperature": "temperature_celsius",
    "Module voltage": "supply_voltage_volts",
    "Laser bias current": "tx_bias_amperes",
    "Laser output power": "tx_power_watts",
    "Laser rx power": "rx_power_watts",
}
# ethtool prints mW and mA with so many digits; ours are exact.
UNITS = {"degrees": (1, 0.005), "V": (1, 0.00005), "mA": (1e-3, 0.0005e-3), "mW": (1e-3, 0.00005e-3)}


def read(device):
    """{label: all that stands behind its colon, one text a line} of `ethtool -m`."""
    done = subprocess.run(["ethtool", "-m", device], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError(f"ethtool -m {device}: {done.stderr.strip() or done.stdout.strip()}")
    found = {}
    for line in done.stdout.splitlines():
        label, colon, value = line.partition(" : ")
        if colon:
            found.setdefault(re.sub(r"\s+", " ", label).strip(), []).append(value.strip())
    return found, done.stdout


def at(module, path):
    for key in path:
        module = module.get(key) if isinstance(module, dict) else None
    return module


def number(text):
    """(value in our unit, how far ours may be from it for the digits that are not printed)"""
    parts = text.split()
    factor, half_digit = UNITS[parts[1]]
    return float(parts[0]) * factor, half_digit * 1.01


def pairs(said, module):
    """(label, what ethtool says, ours) for every field that both have."""
    for label, path in TEXTS.items():
        yield label, said[label][0], at(module, path)
    for label, path in NUMBERS.items():
        yield label, number(said[label][0]), at(module, path)
    lanes = {str(lane["lane"]): lane for lane in at(module, ("monitors", "lanes")) or []}
    for label, values in said.items():
        for pattern, key in LANES.items():
            found = re.fullmatch(pattern, label)
            # ethtool prints zeros for lanes 5 to 8 of a CMIS module that has four.
            if found and found[1] in lanes and int(found[1]) <= module["lanes"]["media"]:
                yield label, number(values[0]), lanes[found[1]].get(key)
        found = re.fullmatch(r"(.*) (high|low) (alarm|warning) threshold", label)
        if found and found[1] in THRESHOLDS:
            ours = at(module, ("thresholds", THRESHOLDS[found[1]], f"{found[2]}_{found[3]}"))
            yield label, number(values[0]), ours


def compare(said, module):
    """The number of fields that agree; fails for the first that does not."""
    count = 0
    for label, theirs, ours in pairs(said, module):
        agrees = theirs == ours
        if isinstance(theirs, tuple):
            agrees = isinstance(ours, (int, float)) and abs(ours - theirs[0]) <= theirs[1]
        if not agrees:
            raise AssertionError(f"{label}: ethtool says {theirs!r}, we say {ours!r}")
        count += 1
    return count
