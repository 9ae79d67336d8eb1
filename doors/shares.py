"""What counts as one where strangers come from."""

from ipaddress import IPv6Address, ip_address, ip_network

NETWORK = 8
"""How many addresses' share all of one network of IPv6 have together. A machine gives itself as
many addresses there as it likes, so each alone is no limit; and in a house all machines are in the
same one, so it is more than one machine."""


def plain(address: str) -> str:
    """An address in its shortest form, without the cable it is on; that of IPv4 where one of IPv6
    only stands for it. "" for what is none."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
        known = known.ipv4_mapped
    return str(known)


def shares(address: str) -> tuple[tuple[str, int], ...]:
    """What an address counts for, each with how many shares it has: itself, and of IPv6 the network
    that it is in, of 64 bits."""
    one = plain(address)
    if ":" not in one:
        return ((one, 1),)
    return ((one, 1), (str(ip_network(f"{one}/64", strict=False)), NETWORK))
