import type { MemberRole, Party, User } from '@tessera/contract'
import { TOURIST } from '@tessera/contract/wire'
import { useSyncExternalStore } from 'react'

export type Role = MemberRole | 'tourist'

/** Who is logged in and for which party they act. */
export interface Session {
  token: string | null
  user: User | null
  /** The party acted for; null for a tourist, and until one is chosen. */
  party: Party | null
  parties: Party[]
  /** Chose to look around without a party. */
  isTourist: boolean
  role: Role | null
  orgCode: string | null
  /** Why the last session ended, for the login page. */
  endReason: 'logout' | 'expired' | null
}

const NOBODY: Session = {
  token: null,
  user: null,
  party: null,
  parties: [],
  isTourist: false,
  role: null,
  orgCode: null,
  endReason: null,
}

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
} as const

let current: Session = read()
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

/** True for administrators of the party acted for. */
export function isAdmin(session: Session): boolean {
  return session.role === 'admin'
}

/** Everything that changes the session. */
export const sessionActions = {
  /** Begins a session; the only party of a user is chosen at once. */
  start(token: string, user: User, parties: Party[] = []) {
    write({ ...NOBODY, token, user, parties, party: parties.length === 1 ? (parties[0] ?? null) : null })
  },
  /** Takes over the newest list; the chosen party is refreshed from it, or let go when it is gone. */
  setParties(parties: Party[]) {
    const party = parties.find((candidate) => candidate.id === current.party?.id) ?? null
    write({ ...current, parties, party, isTourist: current.isTourist && parties.length === 0 })
  },
  chooseParty(party: Party) {
    write({ ...current, party, isTourist: false, role: null, orgCode: null })
  },
  becomeTourist() {
    write({ ...current, party: null, isTourist: true, role: 'tourist', orgCode: null })
  },
  setRole(role: Role, orgCode: string | null) {
    write({ ...current, role, orgCode })
  },
  setUser(user: User) {
    write({ ...current, user })
  },
  end(endReason: 'logout' | 'expired') {
    write({ ...NOBODY, endReason })
  },
}

function write(next: Session) {
  current = next
  const { party } = next
  store(KEYS.token, next.token)
  store(KEYS.user, next.user && JSON.stringify(next.user))
  store(KEYS.tenant, next.token && (party?.id ?? (next.isTourist ? TOURIST : null)))
  store(KEYS.parties, next.token && JSON.stringify(next.parties))
  store(KEYS.tourist, next.token && String(next.isTourist))
  store(KEYS.showName, party?.name ?? null)
  store(KEYS.nameEn, party?.nameEn ?? null)
  store(KEYS.edgeUrl, party?.edgeUrl ?? null)
  store(KEYS.role, next.role)
  store(KEYS.orgCode, next.orgCode)
  for (const listener of listeners) listener()
}

function store(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
}

function read(): Session {
  const token = localStorage.getItem(KEYS.token)
  if (!token) return NOBODY
  const parties = readJson<Party[]>(KEYS.parties, []).map(revived)
  const tenant = localStorage.getItem(KEYS.tenant)
  return {
    token,
    user: readJson<User | null>(KEYS.user, null),
    party: parties.find((party) => party.id === tenant) ?? null,
    parties,
    isTourist: localStorage.getItem(KEYS.tourist) === 'true',
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
  current = read()
  for (const listener of listeners) listener()
})
