"""Modules behind network devices, by ethtool netlink; the same with Debian's ethtool."""
