import type { MemberRole, Party, User } from '@tessera/contract'
import { TOURIST } from '@tessera/contract/wire'
import { useSyncExternalStore } from 'react'

export type Role = MemberRole | 'tourist'

/** The logged-in user and the party for which the user acts. */
export interface Session {
  /**
   * The session token. Null without a user, and after the session has expired; the user's page then stays open until
   * the user logs in again or leaves.
   */
  token: string | null
  user: User | null
  /** The current party. Null for a guest, and until the user has chosen a party. */
  party: Party | null
  parties: Party[]
  /** Whether the user continues without a party. */
  isTourist: boolean
  /**
   * Whether the operator has suspended the current party. In that case, the platform refuses every call made for it.
   */
  isSuspended: boolean
  /** The previous party, if the user was removed from it. */
  lostParty: Party | null
  role: Role | null
  orgCode: string | null
  /** Why the last session ended, which the log-in page shows. */
  endReason: EndReason | null
}

/** `deleted` means that the user has deleted the account. */
type EndReason = 'logout' | 'expired' | 'deleted'

const NOBODY: Session = {
  token: null,
  user: null,
  party: null,
  parties: [],
  isTourist: false,
  isSuspended: false,
  lostParty: null,
  role: null,
  orgCode: null,
  endReason: null,
}

/** The initial state of all fields that belong to the current party. */
const NO_PARTY = { isSuspended: false, lostParty: null, role: null, orgCode: null } as const

const KEYS = {
  token: 'token',
  user: 'userInfo',
  tenant: 'tenantId',
  parties: 'partyList',
  tourist: 'isTourist',
  showName: 'showname',
  nameEn: 'nameEn',
  edgeUrl: 'uploadUrl',
  role: 'role',
  orgCode: 'orgCode',
  end: 'sessionEnd',
} as const

let current: Session = read(NOBODY)
const listeners = new Set<() => void>()

/** Returns the session, for code outside components. */
export function getSession(): Session {
  return current
}

/** Registers a callback for every change. Returns a function that unregisters the callback. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the session in a component: `{ token, user, party, parties, isTourist, role }`. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** Registers a callback for a change of the user by log-in or log-out, but not for a session that has only expired. */
export function subscribeUser(listener: () => void): () => void {
  let known = current.user?.id
  return subscribeSession(() => {
    if (current.user?.id === known) return
    known = current.user?.id
    listener()
  })
}

/**
 * Returns whether the user's session has expired, so that the user can log in again without losing the page's state.
 */
export function hasExpired({ token, user }: Session): boolean {
  return token === null && user !== null
}

/** All functions that change the session. */
export const sessionActions = {
  /**
   * Begins a session. Chooses the user's only party automatically; a user who logs in again keeps the current party.
   */
  start(token: string, user: User, parties: Party[] = []) {
    const before = current.user?.id === user.id ? current : NOBODY
    const only = parties.length === 1 ? parties[0] : undefined
    const party = parties.find(({ id }) => id === before.party?.id) ?? only ?? null
    const isSame = party?.id === before.party?.id
    write({
      ...NOBODY,
      token,
      user,
      parties,
      party,
      isTourist: before.isTourist && party === null,
      ...(isSame && { role: before.role, orgCode: before.orgCode }),
    })
  },
  /**
   * Stores a new list of parties. Updates the current party from the list, or marks it as lost if the list lacks it.
   */
  setParties(parties: Party[]) {
    const party = parties.find((candidate) => candidate.id === current.party?.id) ?? null
    const isLost = current.party !== null && party === null
    write({
      ...current,
      parties,
      party,
      isTourist: current.isTourist && parties.length === 0,
      ...(isLost && { ...NO_PARTY, lostParty: current.party }),
    })
  },
  chooseParty(party: Party) {
    write({ ...current, ...NO_PARTY, party, isTourist: false })
  },
  /** Removes a party that the user has left. If a single party remains, chooses it automatically. */
  leaveParty(partyId: string) {
    const parties = current.parties.filter(({ id }) => id !== partyId)
    if (current.party?.id !== partyId) return write({ ...current, parties })
    write({ ...current, ...NO_PARTY, parties, party: parties.length === 1 ? (parties[0] ?? null) : null })
  },
  /** Records whether a call has shown that the party is suspended. The mark must be cleared before a new attempt. */
  markSuspended(partyId: string, isSuspended: boolean) {
    if (current.party?.id === partyId && current.isSuspended !== isSuspended) write({ ...current, isSuspended })
  },
  becomeTourist() {
    write({ ...current, ...NO_PARTY, party: null, isTourist: true, role: 'tourist' })
  },
  setRole(role: Role, orgCode: string | null) {
    write({ ...current, role, orgCode })
  },
  setUser(user: User) {
    write({ ...current, user })
  },
  end(endReason: EndReason) {
    write(endReason === 'expired' ? { ...current, token: null, endReason } : { ...NOBODY, endReason })
  },
}

function write(next: Session) {
  current = next
  const { party } = next
  store(KEYS.end, next.endReason)
  // Other tabs read the storage after every step, so the token is written last when a session begins, and removed first
  // when it ends.
  if (next.token === null) store(KEYS.token, null)
  store(KEYS.user, next.token && JSON.stringify(next.user))
  store(KEYS.tenant, next.token && (party?.id ?? (next.isTourist ? TOURIST : null)))
  store(KEYS.parties, next.token && JSON.stringify(next.parties.map(stored)))
  store(KEYS.tourist, next.token && String(next.isTourist))
  store(KEYS.showName, next.token && (party?.name.cn ?? null))
  store(KEYS.nameEn, next.token && (party?.name.en ?? null))
  store(KEYS.edgeUrl, next.token && (party?.edgeUrl ?? null))
  store(KEYS.role, next.token && next.role)
  store(KEYS.orgCode, next.token && next.orgCode)
  if (next.token !== null) store(KEYS.token, next.token)
  for (const listener of listeners) listener()
}

function store(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
}

function read(before: Session): Session {
  const token = localStorage.getItem(KEYS.token)
  if (!token) {
    const isExpired = before.user !== null && localStorage.getItem(KEYS.end) === 'expired'
    return isExpired ? { ...before, token: null, endReason: 'expired' } : NOBODY
  }
  const parties = readJson<StoredParty[]>(KEYS.parties, []).map(revived)
  const tenant = localStorage.getItem(KEYS.tenant)
  const party = parties.find(({ id }) => id === tenant) ?? null
  return {
    token,
    user: readJson<User | null>(KEYS.user, null),
    party,
    parties,
    isTourist: localStorage.getItem(KEYS.tourist) === 'true',
    // Not stored, because the first call of a page shows whether the party is suspended.
    isSuspended: before.isSuspended && before.party?.id === party?.id,
    lostParty: party ? null : before.lostParty,
    role: localStorage.getItem(KEYS.role) as Role | null,
    orgCode: localStorage.getItem(KEYS.orgCode),
    endReason: null,
  }
}

function readJson<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T) ?? otherwise
  } catch {
    return otherwise
  }
}

/** Stores a party's names in two fields, as other programs on this origin read them. */
function stored({ name, createTime, ...party }: Party) {
  return { ...party, name: name.cn, nameEn: name.en, createTime: createTime.toISOString() }
}

type StoredParty = ReturnType<typeof stored>

function revived({ name, nameEn, createTime, ...party }: StoredParty): Party {
  return { ...party, name: { cn: name, en: nameEn }, createTime: new Date(createTime) }
}

// Follows a log-out or a change of party in another tab.
window.addEventListener('storage', (event) => {
  if (event.key !== null && !Object.values(KEYS).includes(event.key as never)) return
  current = read(current)
  for (const listener of listeners) listener()
})
