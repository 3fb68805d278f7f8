import { EDGE_SESSION, type ErrorCode, fail } from '@tessera/contract'
import { SESSION_PAGE_PATH } from '@tessera/contract/wire'
import { type Db, get, put, run, transaction } from '../../db/open.ts'
import type { SigningDeps } from './deps.ts'
import { endMemberSessions } from './end-member-sessions.ts'
import type { ProviderPerson } from './provider.ts'
import {
  deleteMember,
  findMember,
  findMemberByProvider,
  insertMember,
  type StoredMember,
  signerNames,
  storeProviderTime,
  storeRole,
} from './queries.ts'

const BY = 'provider'

/**
 * Accepts a user of the identity provider as a member, with the role that the user's current groups give. Refuses a
 * user whom a signer has removed.
 */
export function admit(deps: SigningDeps, person: ProviderPerson): StoredMember {
  const { db, log } = deps
  const { issuer, subject, username, displayName, place } = person
  const known = findMemberByProvider(db, person)
  if (isBarred(db, person)) return refuse(deps, person, 'provider.removed')
  if (!place) {
    if (known) removeProviderFactors(deps, known.username)
    return refuse(deps, person, 'provider.no-group')
  }
  if (!known && findMember(db, username)) return refuse(deps, person, 'provider.name-taken')
  const time = deps.now().toISOString()
  if (!known) {
    log.append('member-added', { username, ...place, by: BY, subject })
    insertMember(db, { username, displayName, ...place, addedBy: null, addTime: time, provider: { issuer, subject } })
  } else if (known.role !== place.role || known.department !== place.department) {
    log.append('member-changed', { username: known.username, ...place, by: BY, subject })
    storeRole(db, known.username, place)
  }
  storeProviderTime(db, person, time)
  return findMemberByProvider(db, person) as StoredMember
}

/** Removes a member who is no longer in an accepted group. A member who returns to such a group is added again. */
function removeProviderFactors(deps: SigningDeps, username: string) {
  deps.log.append('member-removed', { username, by: BY })
  deleteMember(deps.db, username)
  endMemberSessions(deps, username, 'removed')
}

function refuse({ db, log, provider }: SigningDeps, { username, subject }: ProviderPerson, code: ErrorCode): never {
  log.append('factor-refused', { what: 'open-session', username, by: BY, subject, code })
  return fail(code, { username, provider: provider?.options.name ?? '', signers: signerNames(db) })
}

/**
 * Refuses the PIN and passkeys of a provider's member unless the provider has recently confirmed the member, so that
 * users who have left the organisation can no longer sign.
 */
export function requireVouched(
  { provider, now, edgeUrl }: SigningDeps,
  { provider: from, providerTime }: StoredMember,
) {
  if (from === null) return
  const { hours } = EDGE_SESSION
  const isOurs = provider?.options.issuer === from.issuer
  const ageMs = providerTime === null ? Number.POSITIVE_INFINITY : now().getTime() - new Date(providerTime).getTime()
  if (isOurs && ageMs < hours * 3_600_000) return
  fail('signing.provider-first', {
    provider: isOurs ? provider.options.name : from.issuer,
    hours,
    page: `${edgeUrl}${SESSION_PAGE_PATH}`,
  })
}

/** Removes a member permanently: the identity provider cannot add the member again unless a signer does. */
export function deleteForGood(db: Db, { username, provider }: StoredMember) {
  transaction(db, () => {
    if (provider) {
      run(db, 'delete from barred_people where issuer = ? and subject = ?', provider.issuer, provider.subject)
      put(db, 'barred_people', { ...provider, username })
    }
    deleteMember(db, username)
  })
}

/**
 * Unblocks a removed person whom a signer adds again under the same name, and returns the person's identity at the
 * provider.
 */
export function unbar({ db, provider }: SigningDeps, username: string): StoredMember['provider'] {
  if (!provider) return null
  const { issuer } = provider.options
  const row = get(
    db,
    'select subject from barred_people where issuer = ? and username = ? order by rowid desc limit 1',
    issuer,
    username,
  )
  if (!row) return null
  const subject = String(row.subject)
  run(db, 'delete from barred_people where issuer = ? and subject = ?', issuer, subject)
  return { issuer, subject }
}

const isBarred = (db: Db, { issuer, subject }: ProviderPerson) =>
  get(db, 'select 1 as one from barred_people where issuer = ? and subject = ?', issuer, subject) !== undefined
