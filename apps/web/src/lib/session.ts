import type { MemberRole, Party, User } from '@tessera/contract'
import { TOURIST } from '@tessera/contract/wire'
import { useSyncExternalStore } from 'react'

export type Role = MemberRole | 'tourist'

/** Who is logged in and for which party they act. */
export interface Session {
  /** Null for nobody, and for a user whose session ran out: their page stays until they log in again or leave. */
  token: string | null
  user: User | null
  /** The party acted for; null for a tourist, and until one is chosen. */
  party: Party | null
  parties: Party[]
  /** Chose to look around without a party. */
  isTourist: boolean
  /** The operator suspended the party acted for: the platform refuses every call made for it. */
  isSuspended: boolean
  /** Acted for until the newest list no longer held it: they were removed, here or elsewhere. */
  lostParty: Party | null
  role: Role | null
  orgCode: string | null
  /** Why the last session ended, for the login page. */
  endReason: EndReason | null
}

/** `deleted`: the account itself is gone, by its owner's wish. */
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

/** What is known of the party acted for, before anything is. */
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

/** The session outside components. */
export function getSession(): Session {
  return current
}

/** Calls back after every change; answers how to stop. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session in a component: `{ token, user, party, parties, isTourist, role }`. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** Calls back when another user has logged in, or the present one has left; not when a session merely ran out. */
export function subscribeUser(listener: () => void): () => void {
  let known = current.user?.id
  return subscribeSession(() => {
    if (current.user?.id === known) return
    known = current.user?.id
    listener()
  })
}

/** Whether the user's session ran out: nothing is lost if they log in again. */
export function hasExpired({ token, user }: Session): boolean {
  return token === null && user !== null
}

/** Everything that changes the session. */
export const sessionActions = {
  /** Begins a session; the only party of a user is chosen at once, and who comes back acts as before. */
  start(token: string, user: User, parties: Party[] = []) {
    const before = current.user?.id === user.id ? current : NOBODY
    const only = parties.length === 1 ? parties[0] : undefined
    const party = parties.find(({ id }) => id === before.party?.id) ?? only ?? null
    const isSame = party?.id === before.party?.id
    write({
      ...NOBODY,
      ...{ token, user, parties, party },
      isTourist: before.isTourist && party === null,
      ...(isSame && { role: before.role, orgCode: before.orgCode }),
    })
  },
  /** Takes over the newest list; the chosen party is refreshed from it, or let go when it is gone. */
  setParties(parties: Party[]) {
    const party = parties.find((candidate) => candidate.id === current.party?.id) ?? null
    const isLost = current.party !== null && party === null
    write({
      ...current,
      ...{ parties, party },
      isTourist: current.isTourist && parties.length === 0,
      ...(isLost && { ...NO_PARTY, lostParty: current.party }),
    })
  },
  chooseParty(party: Party) {
    write({ ...current, ...NO_PARTY, party, isTourist: false })
  },
  /** The user left it themselves; the only one that remains is chosen at once. */
  leaveParty(partyId: string) {
    const parties = current.parties.filter(({ id }) => id !== partyId)
    if (current.party?.id !== partyId) return write({ ...current, parties })
    write({ ...current, ...NO_PARTY, parties, party: parties.length === 1 ? (parties[0] ?? null) : null })
  },
  /** What a call made for a party has shown; asked again, the mark is taken away first. */
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
  // Other tabs read at every step: a session is whole before its token is there, and over once it is gone.
  if (next.token === null) store(KEYS.token, null)
  store(KEYS.user, next.token && JSON.stringify(next.user))
  store(KEYS.tenant, next.token && (party?.id ?? (next.isTourist ? TOURIST : null)))
  store(KEYS.parties, next.token && JSON.stringify(next.parties))
  store(KEYS.tourist, next.token && String(next.isTourist))
  store(KEYS.showName, next.token && (party?.name ?? null))
  store(KEYS.nameEn, next.token && (party?.nameEn ?? null))
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
  const parties = readJson<Party[]>(KEYS.parties, []).map(revived)
  const tenant = localStorage.getItem(KEYS.tenant)
  const party = parties.find(({ id }) => id === tenant) ?? null
  return {
    token,
    user: readJson<User | null>(KEYS.user, null),
    party,
    parties,
    isTourist: localStorage.getItem(KEYS.tourist) === 'true',
    // Not kept: the first call of a page finds out anew.
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

function revived(party: Party): Party {
  return { ...party, createTime: new Date(party.createTime) }
}

// Logging out, or switching party, in one tab does so in all of them.
window.addEventListener('storage', (event) => {
  if (event.key !== null && !Object.values(KEYS).includes(event.key as never)) return
  current = read(current)
  for (const listener of listeners) listener()
})
