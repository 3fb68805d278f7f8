export { compareRows, keysOn } from './compare.ts'
export type { HashedRows, RowsToHash } from './hash-rows.ts'
export { listNear } from './queries.ts'
export { type DifferenceLimits, type Near, RowHashes } from './row-hashes.ts'
