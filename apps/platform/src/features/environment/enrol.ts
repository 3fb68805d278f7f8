import { createPublicKey } from 'node:crypto'
import { type EnrolAnswer, EnrolRequest, fail } from '@tessera/contract'
import { isLoopback, sha256 } from '@tessera/server'
import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { after, HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newSecret } from '../../lib/ids.ts'
import { consoleOrigin } from '../../settings.ts'
import { findUser } from '../account/index.ts'
import { publicKeys } from '../keys/index.ts'
import { findParty, parties } from '../party/index.ts'
import { readFleetDoor } from './fleet-door.ts'
import { cutLinks } from './link-commands.ts'
import { edgeEnrolments, edgeReports, edges } from './table.ts'

const LIFE_MS = HOUR_MS

/** A one-time code with which the party's edge joins. The one before it is void. */
export async function createEnrolment({ db, clock }: Deps, actor: Actor, partyId: string) {
  const code = newSecret()
  await db.transaction(async (tx) => {
    await tx.delete(edgeEnrolments).where(and(eq(edgeEnrolments.partyId, partyId), isNull(edgeEnrolments.usedTime)))
    await tx.insert(edgeEnrolments).values({
      codeHash: sha256(code),
      partyId,
      createdBy: actor.userId,
      expiryTime: after(clock.now(), LIFE_MS),
    })
    await record(tx, 'edge.enrolment-created', { partyId, userId: actor.userId })
  })
  return { code, expiresInSeconds: LIFE_MS / 1_000 }
}

/** An edge joins: from now on these keys, and no others, speak for its party. */
export async function enrolEdge(deps: Deps, body: unknown): Promise<EnrolAnswer> {
  const { db, bus, settings } = deps
  const request = EnrolRequest.parse(body)
  const keys = {
    linkPublicKey: readKey(request.linkPublicKey, 'linkPublicKey', (key) => key.asymmetricKeyType === 'ed25519'),
    nodePublicKey: readKey(request.nodePublicKey, 'nodePublicKey', isNodeKey),
  }
  const edgeUrl = checkEdgeUrl(request.edgeUrl, settings.PUBLIC_URL)
  const door = await readFleetDoor(settings)

  const { partyId, createdBy } = await db.transaction(async (tx) => {
    const used = await useEnrolment(tx, request.code, deps.clock.now())
    // The SuperLink knows a node by its key: it admits one under one party's name only.
    const isOthers = and(eq(edges.nodePublicKey, keys.nodePublicKey), ne(edges.partyId, used.partyId))
    if ((await tx.$count(edges, isOthers)) > 0) fail('edge.node-key-taken')
    const fresh = {
      ...keys,
      enrolledBy: used.createdBy,
      enrolTime: deps.clock.now(),
      ...{ nodeId: null, linkId: null, lastSeen: null, awaitedSince: null, components: null, conditions: null },
      ...{ logHead: null, countersigned: null, hasRewoundLog: false },
    }
    await tx
      .insert(edges)
      .values({ partyId: used.partyId, ...fresh })
      .onConflictDoUpdate({ target: edges.partyId, set: fresh })
    // The new edge counts its reports from one.
    await tx.delete(edgeReports).where(eq(edgeReports.partyId, used.partyId))
    await tx.update(parties).set({ edgeUrl }).where(eq(parties.id, used.partyId))
    await cutLinks(tx, { bus }, used.partyId)
    await record(tx, 'edge.enrolled', { partyId: used.partyId, edgeUrl, linkKeyHash: sha256(keys.linkPublicKey) })
    return used
  })

  const party = (await findParty(db, partyId)) ?? fail('party.not-found')
  const signer = (await findUser(db, createdBy)) ?? fail('edge.enrolment-invalid')
  return {
    partyId,
    partyName: party.name,
    partyNameEn: party.nameEn,
    keys: await publicKeys(deps),
    consoleOrigin: consoleOrigin(settings),
    ...door,
    signer: { userId: signer.id, username: signer.username },
    prefix: settings.PREFIX,
  }
}

async function useEnrolment(tx: Db, code: string, now: Date) {
  const usable = and(
    eq(edgeEnrolments.codeHash, sha256(code.trim())),
    isNull(edgeEnrolments.usedTime),
    gt(edgeEnrolments.expiryTime, now),
  )
  const [used] = await tx.update(edgeEnrolments).set({ usedTime: now }).where(usable).returning()
  return used ?? fail('edge.enrolment-invalid')
}

type Key = ReturnType<typeof createPublicKey>

const isNodeKey = (key: Key) => key.asymmetricKeyDetails?.namedCurve === 'secp384r1'

/** The key as everybody spells it, so that one key is one text. */
function readKey(pem: string, name: string, isRight: (key: Key) => boolean): string {
  const isPublic = pem.includes('BEGIN PUBLIC KEY')
  try {
    const key = isPublic ? createPublicKey(pem) : undefined
    if (key && isRight(key)) return String(key.export({ type: 'spki', format: 'pem' }))
  } catch {
    // Not a key at all: refused like a key of another kind.
  }
  fail('request.malformed', { detail: name })
}

/** Rows travel over it, so it is https, unless browser and edge are on this machine. */
function checkEdgeUrl(text: string, publicUrl: string): string {
  const url = URL.canParse(text) ? new URL(text) : fail('request.malformed', { detail: 'edgeUrl' })
  const isLocal = isLoopback(url.hostname) && isLoopback(new URL(publicUrl).hostname)
  const isRight = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
  if (!isRight || url.username || url.search || url.hash) fail('request.malformed', { detail: 'edgeUrl' })
  return url.href.replace(/\/$/, '')
}
