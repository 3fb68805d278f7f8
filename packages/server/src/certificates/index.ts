export { type Authority, isRootFor, openAuthority } from './authority.ts'
export { fingerprintOf } from './own.ts'
export { chainOf, type Pair, ranOutOn, rootOf } from './pair.ts'
export { OWN, RENEW_BEFORE_MS, ShownCertificate } from './shown.ts'
