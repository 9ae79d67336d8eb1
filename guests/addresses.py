"""Which addresses this machine has in the house, and which may come from there."""

import fcntl
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

HOME = tuple(
    ip_network(one)
    for one in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""What belongs to a house or to this machine: nothing else is ever answered. Of IPv6 these are the
unique local addresses (RFC 4193), those of one cable or Wi-Fi (RFC 4291), and this machine."""

_SIOCGIFADDR = 0x8915  # of netdevice(7): the address of a network interface

_IPV6 = Path("/proc/self/net/if_inet6")
"""Where Linux tells the addresses of IPv6: each with the number of its interface, the length of its
prefix, its scope and its flags, in hexadecimal digits."""

_PASSING = 0x01 | 0x08 | 0x20 | 0x40
"""Flags of ``linux/if_addr.h``: temporary, failed, deprecated, tentative."""


def written(address: str) -> str:
    """A plain address as it stands before a port."""
    return f"[{address}]" if ":" in address else address


def at_home(address: str) -> bool:
    """Whether a plain address is one of the house's own, or of this machine."""
    return bool(address) and any(ip_address(address) in one for one in HOME)


def own() -> tuple[str, ...]:
    """The addresses of this machine in the house's network as they stand before a port, those of
    IPv4 first; without those of itself alone, and without those of one cable or Wi-Fi: no browser
    takes them."""
    found = (one for one in (*_of_ipv4(), *_of_ipv6()) if at_home(one))
    local = (one for one in found if not _of_itself_or_a_cable(one))
    return tuple(dict.fromkeys(map(written, local)))


def _of_itself_or_a_cable(address: str) -> bool:
    known = ip_address(address)
    return known.is_loopback or (isinstance(known, IPv6Address) and known.is_link_local)


def _of_ipv4() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            with suppress(OSError):  # it has none just now
                told = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, request)
                yield str(IPv4Address(told[20:24]))


def _of_ipv6() -> Iterator[str]:
    try:
        lines = _IPV6.read_text("ascii").splitlines()
    except OSError:
        return  # the system has no IPv6
    for address, _, _, _, flags, _ in map(str.split, lines):
        if not int(flags, 16) & _PASSING:
            yield str(IPv6Address(bytes.fromhex(address)))


def names() -> tuple[str, ...]:
    """What this machine is called in the house, in small letters."""
    called = socket.gethostname().lower()
    return (called, f"{called}.local")
