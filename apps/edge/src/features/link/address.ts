import { isLoopback } from '@tessera/server'
import { type Db, get, put } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'

const KEY = 'address'

/**
 * Returns the address of this edge to which the platform sends the party's browsers: the address that a signer
 * confirmed last, or otherwise the address at enrolment.
 */
export function findAddress(db: Db): string | undefined {
  const row = get(db, 'select value from facts where key = ?', KEY)
  return row && String(row.value)
}

export function storeAddress(db: Db, edgeUrl: string) {
  put(db, 'facts', { key: KEY, value: edgeUrl })
}

/**
 * Runs at start: if `EDGE_URL` is not the stored address, a signer must confirm it first. There are two exceptions: the
 * first start, when no address is stored, and a change between two loopback addresses, which only this machine can
 * reach.
 */
export function settleAddress({ db, log, edgeUrl }: { db: Db; log: Pick<DecisionLog, 'append'>; edgeUrl: string }) {
  const before = findAddress(db)
  if (before === edgeUrl || (before !== undefined && !(isHere(before) && isHere(edgeUrl)))) return
  log.append('address-kept', { edgeUrl, ...(before === undefined ? {} : { before }) })
  storeAddress(db, edgeUrl)
}

const isHere = (edgeUrl: string) => isLoopback(new URL(edgeUrl).hostname)
