import { createPublicKey } from 'node:crypto'
import { type EnrolAnswer, EnrolRequest, enrolmentText, fail } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { after, HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newSecret } from '../../lib/ids.ts'
import { findShownRoot } from '../../lib/tls.ts'
import { consoleOrigin } from '../../settings.ts'
import { findUser } from '../account/index.ts'
import { publicKeys } from '../keys/index.ts'
import { findMembership, findParty, notifyParties, parties, partyName, partyNamesOf } from '../party/index.ts'
import { readEdgeUrl } from './edge-address.ts'
import type { EdgeRow } from './edge-presence.ts'
import { readFleetAddress } from './fleet-address.ts'
import { readSuccession } from './handover.ts'
import type { EdgeLinkHandlers } from './link.ts'
import { cutLinks } from './link-commands.ts'
import { edgeEnrolments, edgeReports, edges } from './table.ts'

const LIFE_MS = HOUR_MS

/** Creates a one-time code with which the party's edge enrols. The party's previous code becomes void. */
export async function createEnrolment({ db, clock, settings }: Deps, actor: Actor, partyId: string) {
  const code = newSecret()
  await db.transaction(async (tx) => {
    // Without the lock, two codes that are created at the same moment would not see each other, and both would stay
    // valid.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`enrolment:${partyId}`}, 0))`)
    await tx.delete(edgeEnrolments).where(and(eq(edgeEnrolments.partyId, partyId), isNull(edgeEnrolments.usedTime)))
    await tx.insert(edgeEnrolments).values({
      codeHash: sha256(code),
      partyId,
      createdBy: actor.userId,
      expiryTime: after(clock.now(), LIFE_MS),
    })
    await record(tx, 'edge.enrolment-created', { partyId, userId: actor.userId })
  })
  const enrolment = { code, platformUrl: settings.PUBLIC_URL, rootFingerprint: await findShownRoot(settings) }
  return { code, command: `make edge ENROL=${enrolmentText(enrolment)}`, expiresInSeconds: LIFE_MS / 1_000 }
}

export type Partners = Pick<EdgeLinkHandlers, 'partnersOf'>

/** Enrols an edge. From then on, only the keys of this edge can act for its party. */
export async function enrolEdge(deps: Deps, { partnersOf }: Partners, body: unknown): Promise<EnrolAnswer> {
  const { db, bus, settings } = deps
  const request = EnrolRequest.parse(body)
  const keys = {
    linkPublicKey: readKey(request.linkPublicKey, 'linkPublicKey', (key) => key.asymmetricKeyType === 'ed25519'),
    nodePublicKey: readKey(request.nodePublicKey, 'nodePublicKey', isNodeKey),
  }
  const edgeUrl =
    readEdgeUrl(request.edgeUrl, settings.PUBLIC_URL) ??
    fail('request.malformed', { field: 'edgeUrl', fieldProblem: 'format' })
  const door = await readFleetAddress(settings)

  const { partyId, createdBy } = await db.transaction(async (tx) => {
    const held = await holdEnrolment(tx, request)
    const used = held.enrolment
    if (isRepeat(held, keys)) return used
    await redeemEnrolment(tx, held, deps.clock.now())
    const asking = { ...request, ...keys, partyId: used.partyId, edgeUrl }
    const succession = await readSuccession(held.edge, asking, deps.clock.now())
    // The SuperLink identifies a node by its key, and admits a key under one party's name only.
    const isOthers = and(eq(edges.nodePublicKey, keys.nodePublicKey), ne(edges.partyId, used.partyId))
    if ((await tx.$count(edges, isOthers)) > 0) fail('edge.node-key-taken')
    const isRevoked = and(eq(edges.partyId, used.partyId), isNotNull(edges.revokedTime), isOneOf(keys))
    if ((await tx.$count(edges, isRevoked)) > 0) fail('edge.key-revoked')
    const fresh = {
      ...keys,
      enrolledBy: used.createdBy,
      enrolTime: deps.clock.now(),
      nodeId: null,
      linkId: null,
      lastSeen: null,
      awaitedSince: null,
      components: null,
      conditions: null,
      logHead: null,
      logSignature: null,
      countersigned: null,
      hasRewoundLog: false,
      rootCertificate: null,
      revokedTime: null,
      lostNoticeTime: null,
    }
    await tx
      .insert(edges)
      .values({ partyId: used.partyId, ...fresh })
      .onConflictDoUpdate({ target: edges.partyId, set: fresh })
    // The new edge numbers its reports from one, so the numbers of the previous edge are deleted.
    await tx.delete(edgeReports).where(eq(edgeReports.partyId, used.partyId))
    await tx.update(parties).set({ edgeUrl }).where(eq(parties.id, used.partyId))
    await cutLinks(tx, { bus }, used.partyId)
    const linkKeyHash = sha256(keys.linkPublicKey)
    await record(tx, 'edge.enrolled', { partyId: used.partyId, edgeUrl, linkKeyHash, ...succession })
    if (succession && 'afterRevocation' in succession) {
      const partyIds = [used.partyId, ...(await partnersOf(tx, used.partyId))]
      const about = { kind: 'edge.replaced', subject: 'party', subjectId: used.partyId } as const
      await notifyParties(tx, deps, { partyIds, ...about, params: await partyNamesOf(tx, used.partyId) })
    }
    return used
  })

  const party = (await findParty(db, partyId)) ?? fail('party.not-found')
  const signer = (await findUser(db, createdBy)) ?? fail('edge.enrolment-invalid')
  return {
    partyId,
    partyName: partyName(party),
    keys: await publicKeys(deps),
    consoleOrigin: consoleOrigin(settings),
    ...door,
    signer: { userId: signer.id, username: signer.username },
    prefix: settings.PREFIX,
  }
}

type Keys = Pick<EdgeRow, 'linkPublicKey' | 'nodePublicKey'>

const isOneOf = ({ linkPublicKey, nodePublicKey }: Keys) =>
  or(eq(edges.linkPublicKey, linkPublicKey), eq(edges.nodePublicKey, nodePublicKey))

/**
 * Locks the code and the edge that it would replace. The edge is locked first, in the same order as when an edge is
 * revoked.
 */
async function holdEnrolment(tx: Db, { code, partyId }: EnrolRequest) {
  const isIt = eq(edgeEnrolments.codeHash, sha256(code.trim()))
  const [found] = await tx.select({ partyId: edgeEnrolments.partyId }).from(edgeEnrolments).where(isIt)
  // An edge that stores another party's data must not use this code. In that case the current edge stays, and so does
  // the code.
  if (!found || (partyId ?? found.partyId) !== found.partyId) fail('edge.enrolment-invalid')
  const [edge] = await tx.select().from(edges).where(eq(edges.partyId, found.partyId)).for('update')
  const [enrolment] = await tx.select().from(edgeEnrolments).where(isIt).for('update')
  return { edge, enrolment: enrolment ?? fail('edge.enrolment-invalid') }
}

type Held = Awaited<ReturnType<typeof holdEnrolment>>

/**
 * Returns whether the same edge has already enrolled with the code. The edge repeats the request if the answer was
 * lost.
 */
const isRepeat = ({ edge, enrolment }: Held, { linkPublicKey, nodePublicKey }: Keys) =>
  enrolment.usedTime !== null &&
  edge?.revokedTime === null &&
  edge.linkPublicKey === linkPublicKey &&
  edge.nodePublicKey === nodePublicKey

async function redeemEnrolment(tx: Db, { enrolment }: Held, now: Date) {
  const { codeHash, createdBy, partyId } = enrolment
  if (enrolment.usedTime || enrolment.expiryTime <= now) fail('edge.enrolment-invalid')
  // A code is refused if its creator is no longer an administrator or member of the party.
  const maker = await findMembership(tx, createdBy, partyId)
  if (maker?.role !== 'admin') fail('edge.enrolment-invalid')
  await tx.update(edgeEnrolments).set({ usedTime: now }).where(eq(edgeEnrolments.codeHash, codeHash))
}

type Key = ReturnType<typeof createPublicKey>

const isNodeKey = (key: Key) => key.asymmetricKeyDetails?.namedCurve === 'secp384r1'

/** Returns a key in canonical form, so that equal keys have equal texts. */
function readKey(pem: string, name: string, isRight: (key: Key) => boolean): string {
  const isPublic = pem.includes('BEGIN PUBLIC KEY')
  try {
    const key = isPublic ? createPublicKey(pem) : undefined
    if (key && isRight(key)) return String(key.export({ type: 'spki', format: 'pem' }))
  } catch {
    // If the text is not a key at all, it is refused like a key of the wrong kind.
  }
  fail('request.malformed', { field: name, fieldProblem: 'format' })
}
