"""Keys and certificates for a test's SuperLink. In production, apps/platform/src/fleet/authority.ts creates them."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat


def make_certificates(folder: Path) -> dict[str, Path]:
    """Writes an authority and a certificate for 127.0.0.1. Returns their paths: ca, cert, key."""
    now = datetime.datetime.now(datetime.UTC)

    def build(name: str, issuer: str, key: ec.EllipticCurvePrivateKey, is_authority: bool) -> x509.CertificateBuilder:
        def common(text: str) -> x509.Name:
            return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])

        return (
            x509.CertificateBuilder()
            .subject_name(common(name))
            .issuer_name(common(issuer))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        )

    ca_key, key = ec.generate_private_key(ec.SECP384R1()), ec.generate_private_key(ec.SECP256R1())
    others = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    usage = dict.fromkeys((*others, "encipher_only", "decipher_only"), False)
    ca = (
        build("test authority", "test authority", ca_key, True)
        .add_extension(x509.KeyUsage(**{**usage, "key_cert_sign": True, "crl_sign": True}), critical=True)
        .sign(ca_key, hashes.SHA384())
    )
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    leaf = (
        build("test link", "test authority", key, False)
        .add_extension(names, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(ca_key.public_key()), critical=False)
        .sign(ca_key, hashes.SHA384())
    )
    files = {name: folder / name for name in ("ca", "cert", "key")}
    files["ca"].write_bytes(ca.public_bytes(Encoding.PEM))
    files["cert"].write_bytes(leaf.public_bytes(Encoding.PEM))
    files["key"].write_bytes(private_pem(key))
    return files


def private_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Returns a private key as Node writes it and our SuperNode reads it."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def public_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Returns a public key in the format that RegisterNode accepts."""
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
