import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { edgeSubject, LINK_AUDIENCE } from '@tessera/contract'
import type { Facts, Relation, Who } from '@tessera/contract/rights'
import { SignJWT } from 'jose'
import { departments } from '../../features/party/table.ts'
import { addMember, asUser, buildParty, buildUser, type TestParty, type TestUser } from '../factories.ts'
import { buildEdge } from '../task.ts'
import type { World } from '../world.ts'

/** A caller, human or machine. `who` is the caller's actual rank, whatever rank the request claims. */
export interface Caller {
  name: string
  who: Who
  /** The caller's rank for calls that ignore the party. If undefined, it is `who`. */
  inPerson?: Who
  headers: Record<string, string>
  user?: TestUser
  party?: TestParty
}

export type Cast = Awaited<ReturnType<typeof buildCast>>

/** Codes of departments below the root, which every party has. */
export const DEPARTMENTS = { data: 'A01A01', other: 'A01A02' } as const

/** Builds the parties and callers: party a leads its tasks, b participates, d has applied, c is unrelated. */
export async function buildCast(world: World) {
  const [a, b, c, d] = [
    await buildParty(world),
    await buildParty(world),
    await buildParty(world),
    await buildParty(world),
  ]
  for (const { partyId } of [a, b, c, d]) {
    const rows = Object.entries(DEPARTMENTS).map(([name, orgCode]) => ({ partyId, orgCode, name, parentCode: 'A01' }))
    await world.db.insert(departments).values(rows)
  }
  const newMember = async (party: TestParty, role: 'admin' | 'member', orgCode?: string) => {
    const user = await buildUser(world)
    await addMember(world, party.partyId, user, role, orgCode)
    return user
  }
  const [author, neighbour] = [
    await newMember(a, 'member', DEPARTMENTS.data),
    await newMember(a, 'member', DEPARTMENTS.data),
  ]
  const [deputy, joiner, stranger] = [await newMember(a, 'admin'), await newMember(b, 'member'), await buildUser(world)]

  const acting = (name: string, who: Who, user: TestUser, party?: TestParty): Caller => ({
    name,
    who,
    user,
    headers: asUser(user, party),
    ...(party ? { party } : {}),
  })
  const callers = {
    nobody: { name: 'nobody', who: 'anybody', headers: {} } as Caller,
    // This caller names a party without being its member, and counts as anonymous there.
    impostor: { ...acting('an impostor', 'anybody', c.admin), inPerson: 'user', headers: asUser(c.admin, a) } as Caller,
    tourist: acting('a tourist', 'user', stranger),
    outsider: acting("another party's administrator", 'super-admin', c.admin, c),
    applicant: acting("the applicant's administrator", 'super-admin', d.admin, d),
    joiner: acting('the member who joined', 'member', joiner, b),
    participant: acting("a participant's member", 'member', b.member, b),
    participantAdmin: acting("the participant's administrator", 'super-admin', b.admin, b),
    author: acting('the member who created it', 'member', author, a),
    neighbour: acting("the initiator's member of the same department", 'member', neighbour, a),
    colleague: acting("the initiator's member", 'member', a.member, a),
    deputy: acting("the initiator's administrator", 'admin', deputy, a),
    boss: acting("the initiator's super administrator", 'super-admin', a.admin, a),
  }
  return { a, b, c, d, callers }
}

export type Name = keyof Cast['callers']

/** Callers for whom the state of an object may make a difference. Only they try the test cases with further states. */
export const FEW = {
  task: ['tourist', 'outsider', 'applicant', 'joiner', 'boss'],
  dataset: ['tourist', 'outsider', 'joiner', 'author', 'neighbour', 'colleague', 'deputy'],
  model: ['tourist', 'outsider', 'joiner', 'participant', 'author', 'colleague', 'deputy'],
  inference: ['tourist', 'outsider', 'author', 'colleague', 'deputy'],
} satisfies Record<string, readonly Name[]>

/** Returns the facts about an object of the caller's own party. */
export const inOwnParty = ({ party }: Caller): { is: 'own'[] } => ({ is: party ? ['own'] : [] })

export const isOf = ({ party, who }: Caller, one: TestParty) => who !== 'anybody' && party?.partyId === one.partyId

/**
 * Returns each caller's relations to the tasks of `addTask`. `named` is the party whose registration the call names.
 */
export function inTask(cast: Cast, caller: Caller, named?: TestParty): NonNullable<Facts['task']>['is'] {
  const { author, joiner } = cast.callers
  const is: Relation<'task'>[] = []
  if (isOf(caller, cast.a)) is.push('initiator', 'joined')
  if (caller === author) is.push('author', 'registrant')
  if (isOf(caller, cast.b)) is.push('participant', 'joined')
  if (caller === joiner) is.push('registrant')
  if (isOf(caller, cast.c)) is.push('outside')
  if (isOf(caller, cast.d)) is.push('participant', 'applying', 'registrant')
  if (named && isOf(caller, named)) is.push('own-registration')
  return is
}

/**
 * Builds edges of three parties with their own link keys, an edge with a wrong key, and callers with a session or
 * without any credential.
 */
export async function buildMachines(world: World, { a, b, c, callers }: Cast): Promise<Caller[]> {
  const edge = async (name: string, party: TestParty) => {
    const keys = generateKeyPairSync('ed25519')
    await buildEdge(world, party, { linkPublicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }) as string })
    return { name, who: 'edge', party, headers: await bearer(party, keys.privateKey) } as const
  }
  const forged: Caller = {
    name: "an edge with a key that is not the party's",
    who: 'anybody',
    headers: await bearer(a, generateKeyPairSync('ed25519').privateKey),
  }
  const session: Caller = { ...callers.boss, name: 'a session', who: 'super-admin' }
  return [
    await edge("the initiator's edge", a),
    await edge("the participant's edge", b),
    await edge("another party's edge", c),
    ...[forged, session, callers.nobody],
  ]
}

async function bearer({ partyId }: TestParty, key: KeyObject): Promise<Record<string, string>> {
  const subject = edgeSubject(partyId)
  const token = new SignJWT({}).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(subject).setSubject(subject)
  const signed = await token.setAudience(LINK_AUDIENCE).setIssuedAt().setExpirationTime('60s').sign(key)
  return { authorization: `Bearer ${signed}` }
}
