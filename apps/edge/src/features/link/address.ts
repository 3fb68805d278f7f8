import { isLoopback } from '@tessera/server'
import { type Db, get, put } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'

const KEY = 'address'

/** Where the platform leads this party's browsers: where this edge was when it joined, or what a signer confirmed since. */
export function findAddress(db: Db): string | undefined {
  const row = get(db, 'select value from facts where key = ?', KEY)
  return row && String(row.value)
}

export function keepAddress(db: Db, edgeUrl: string) {
  put(db, 'facts', { key: KEY, value: edgeUrl })
}

/**
 * At a start: another `EDGE_URL` than before waits for a signer. One that nothing is kept of was told by a version of before, or
 * is; and from this machine itself to this machine itself browsers are led nowhere else.
 */
export function settleAddress({ db, log, edgeUrl }: { db: Db; log: Pick<DecisionLog, 'append'>; edgeUrl: string }) {
  const before = findAddress(db)
  if (before === edgeUrl || (before !== undefined && !(isHere(before) && isHere(edgeUrl)))) return
  log.append('address-kept', { edgeUrl, ...(before === undefined ? {} : { before }) })
  keepAddress(db, edgeUrl)
}

const isHere = (edgeUrl: string) => isLoopback(new URL(edgeUrl).hostname)
