import { X509Certificate } from 'node:crypto'
import type { EdgeAddress } from '@tessera/contract'
import { isLoopback } from '@tessera/server'
import { isRootFor } from '@tessera/server/certificates'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'
import { parties } from '../party/index.ts'
import { edges } from './table.ts'

/**
 * Returns the edge's address in the form in which it is stored; undefined if it is invalid. Rows are transmitted over
 * this address, so it must be https unless browser and edge are on this machine.
 */
export function readEdgeUrl(text: string, publicUrl: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isLocal = isLoopback(url.hostname) && isLoopback(new URL(publicUrl).hostname)
  const isRight = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
  return isRight && !url.username && !url.search && !url.hash ? url.href.replace(/\/$/, '') : undefined
}

/**
 * Stores the address at which browsers reach the party's edge; ignores an invalid address. If the address has changed,
 * returns the new one, for the log.
 */
export async function storeAddress(
  tx: Db,
  { settings, log }: Deps,
  partyId: string,
  address: EdgeAddress,
): Promise<string | undefined> {
  const edgeUrl = readEdgeUrl(address.edgeUrl, settings.PUBLIC_URL)
  const { rootCertificate } = address
  const root = rootCertificate === null || edgeUrl === undefined ? null : await readRoot(rootCertificate, edgeUrl)
  if (edgeUrl === undefined || root === undefined) {
    log.warn({ partyId }, "an edge's address cannot be used")
    return undefined
  }
  await tx.update(edges).set({ rootCertificate: root }).where(eq(edges.partyId, partyId))
  const isOther = or(ne(parties.edgeUrl, edgeUrl), sql`${parties.edgeUrl} is null`)
  const changed = await tx
    .update(parties)
    .set({ edgeUrl })
    .where(and(eq(parties.id, partyId), isOther))
    .returning({ id: parties.id })
  return changed.length > 0 ? edgeUrl : undefined
}

export async function findRootCertificate({ db }: Pick<Deps, 'db'>, partyId: string): Promise<string | null> {
  const [edge] = await db.select({ pem: edges.rootCertificate }).from(edges).where(eq(edges.partyId, partyId))
  return edge?.pem ?? null
}

/**
 * Returns the root certificate in canonical form. Members are asked to trust the certificate, so it must be able to
 * sign for their edge's host name only.
 */
async function readRoot(pem: string, edgeUrl: string): Promise<string | undefined> {
  const host = new URL(edgeUrl).hostname.replace(/^\[|\]$/g, '')
  return (await isRootFor(pem, host)) ? new X509Certificate(pem).toString() : undefined
}
