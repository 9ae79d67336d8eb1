"""The hub's own certificates: one that vouches, which tables know from the day they joined, and one
for each process, which may be made anew at any time."""

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from sqlalchemy import Engine, insert, select
from sqlalchemy.exc import IntegrityError

from companion.files import atomic_write
from hub.database import reading
from hub.schema import house

LIFE, SHORT_LIFE = timedelta(days=40 * 365), timedelta(days=5 * 365)
"""How long the one that vouches is good, and that of a process."""

_NEW = timedelta(days=2)
"""A table's clock may be behind by this much."""


class House:
    """certificate: that vouches for the hub, as PEM."""

    def __init__(self, engine: Engine) -> None:
        """Made at the first start."""
        found = _found(engine)
        if found is None:
            try:
                with engine.begin() as connection:
                    connection.execute(insert(house).values(_made()))
            except IntegrityError:  # another process was just as quick
                pass
            found = _found(engine)
        assert found is not None
        self.certificate, self._key = found

    @property
    def seen(self) -> bytes:
        """The certificate as DER, to be held against an invitation."""
        return _vouching(self.certificate).public_bytes(serialization.Encoding.DER)

    def write(self, file: Path) -> None:
        """A certificate for this process with its key, into a file for its owner alone. Raises
        OSError."""
        key = ec.generate_private_key(ec.SECP256R1())
        vouching = serialization.load_pem_private_key(self._key.encode(), None)
        assert isinstance(vouching, ec.EllipticCurvePrivateKey)
        name = socket.gethostname()[:63] or "hub"
        made = (
            _begun(name, key.public_key(), SHORT_LIFE)
            .issuer_name(_vouching(self.certificate).subject)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(vouching.public_key()),
                critical=False,
            )
            .sign(vouching, hashes.SHA256())
        )
        atomic_write(file, _text(key).encode() + made.public_bytes(serialization.Encoding.PEM))


def _found(engine: Engine) -> tuple[str, str] | None:
    with reading(engine) as connection:
        row = connection.execute(select(house.c.certificate, house.c.key)).first()
    return None if row is None else (row[0], row[1])


def _made() -> dict[str, object]:
    key = ec.generate_private_key(ec.SECP256R1())
    built = (
        _begun("tabletop companion hub", key.public_key(), LIFE)
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tabletop companion hub")]))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(_signs(), critical=True)
        .sign(key, hashes.SHA256())
    )
    text = built.public_bytes(serialization.Encoding.PEM).decode()
    return {"id": 1, "certificate": text, "key": _text(key)}


def _signs() -> x509.KeyUsage:
    """It vouches for certificates, and is of no other use."""
    return x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )


def _begun(name: str, key: ec.EllipticCurvePublicKey, life: timedelta) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _NEW)
        .not_valid_after(now + life)
    )


def _vouching(text: str) -> x509.Certificate:
    return x509.load_pem_x509_certificate(text.encode())


def _text(key: ec.EllipticCurvePrivateKey) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()
