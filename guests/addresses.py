"""Which addresses this machine has in the house, and which may come from there."""

import fcntl
import socket
import struct
from ipaddress import AddressValueError, IPv4Address, IPv4Network

HOME = tuple(
    IPv4Network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
)
"""What belongs to a house or to this machine: nothing else is ever answered."""

_SIOCGIFADDR = 0x8915  # of netdevice(7): the address of a network interface


def at_home(address: str) -> bool:
    """Whether an address is one of the house's own, or of this machine."""
    try:
        known = IPv4Address(address)
    except AddressValueError:
        return False
    return any(known in one for one in HOME)


def own() -> tuple[str, ...]:
    """The addresses of this machine in the house's network, without those of itself alone."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                told = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # it has none just now
            address = socket.inet_ntoa(told[20:24])
            if at_home(address) and not IPv4Address(address).is_loopback:
                found.append(address)
    return tuple(dict.fromkeys(found))


def names() -> tuple[str, ...]:
    """What this machine is called in the house, in small letters."""
    called = socket.gethostname().lower()
    return (called, f"{called}.local")
