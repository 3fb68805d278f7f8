import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509'
import * as x509 from '@peculiar/x509'

/** What a root may vouch for: this host name (and names under it) or this one address, and nothing else. */
export function onlyFor(host: string): x509.Extension {
  return new x509.Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraintsOf(host)))
}

/** Exactly as `onlyFor` says it, and once: what stands there twice is read differently by different clients. */
export function isOnlyFor(certificate: x509.X509Certificate, host: string): boolean {
  const [constraints, ...more] = certificate.extensions.filter(({ type }) => type === id_ce_nameConstraints)
  if (!constraints?.critical || more.length > 0) return false
  return Buffer.from(constraints.value).equals(Buffer.from(onlyFor(host).value))
}

// A permitted name says nothing about addresses, and the other way round: the other kind is shut out as a whole.
function constraintsOf(host: string): NameConstraints {
  const version = isIP(host)
  if (version === 0) {
    return new NameConstraints({
      permittedSubtrees: subtrees({ dNSName: host }),
      excludedSubtrees: subtrees({ iPAddress: '0.0.0.0/0' }, { iPAddress: '::/0' }),
    })
  }
  return new NameConstraints({
    permittedSubtrees: subtrees({ iPAddress: `${host}/${version === 4 ? 32 : 128}` }),
    excludedSubtrees: subtrees({ dNSName: '' }),
  })
}

const subtrees = (...names: Partial<GeneralName>[]) =>
  new GeneralSubtrees(names.map((name) => new GeneralSubtree({ base: new GeneralName(name) })))
