export { type Authority, isRootFor, openAuthority } from './authority.ts'
export { fingerprintOf } from './own.ts'
export { chainOf, type Pair, rootOf } from './pair.ts'
export { OWN, ShownCertificate } from './shown.ts'
