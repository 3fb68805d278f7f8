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

/** Returns the name constraints of a root certificate: only this host name and names under it, or only this address. */
export function onlyFor(host: string): x509.Extension {
  return new x509.Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraintsOf(host)))
}

/** Returns whether a certificate has exactly these constraints, once. Clients differ in how they read a duplicate. */
export function isOnlyFor(certificate: x509.X509Certificate, host: string): boolean {
  const [constraints, ...more] = certificate.extensions.filter(({ type }) => type === id_ce_nameConstraints)
  if (!constraints?.critical || more.length > 0) return false
  return Buffer.from(constraints.value).equals(Buffer.from(onlyFor(host).value))
}

// A permitted host name does not restrict IP addresses, and vice versa. So all values of the other kind are excluded.
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
