import { isIP } from 'node:net'
import * as x509 from '@peculiar/x509'

/** RFC 5280, 4.2.1.10. */
const OID = '2.5.29.30'
const SEQUENCE = 0x30
const PERMITTED = 0xa0
const EXCLUDED = 0xa1
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87

/** What a root may vouch for: this host name (and names under it) or this one address, and nothing else. */
export function onlyFor(host: string): x509.Extension {
  const { permitted, excluded } = isIP(host) ? onlyAddress(host) : onlyName(host)
  const value = encode(
    SEQUENCE,
    encode(PERMITTED, ...permitted.map(subtree)),
    encode(EXCLUDED, ...excluded.map(subtree)),
  )
  return new x509.Extension(OID, true, value)
}

/** Exactly as `onlyFor` says it, and once: what stands there twice is read differently by different clients. */
export function isOnlyFor(certificate: x509.X509Certificate, host: string): boolean {
  const [constraints, ...more] = certificate.extensions.filter(({ type }) => type === OID)
  if (!constraints?.critical || more.length > 0) return false
  return Buffer.from(constraints.value).equals(Buffer.from(onlyFor(host).value))
}

// A permitted name says nothing about addresses, and the other way round: the other kind is shut out as a whole.
const onlyName = (host: string) => ({
  permitted: [encode(DNS_NAME, Buffer.from(host, 'ascii'))],
  excluded: [encode(IP_ADDRESS, Buffer.alloc(8)), encode(IP_ADDRESS, Buffer.alloc(32))],
})

function onlyAddress(host: string) {
  // The name as it stands in a certificate: tag, length, then the address.
  const address = Buffer.from(new x509.GeneralName('ip', host).rawData).subarray(2)
  return {
    permitted: [encode(IP_ADDRESS, address, Buffer.alloc(address.length, 0xff))],
    excluded: [encode(DNS_NAME)],
  }
}

const subtree = (name: Buffer) => encode(SEQUENCE, name)

function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}
