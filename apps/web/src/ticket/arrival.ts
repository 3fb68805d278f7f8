import { LANGUAGES, type Language } from '@tessera/contract'

/** What the console says to a page of the edge, behind the `#`: it reaches no server's log. */
export interface Arrival {
  taskId: string | null
  /** A ticket that was signed, to be withdrawn. */
  grantId: string | null
  token: string | null
  language: Language | null
}

/** Reads it and takes it out of the address at once. */
export function arrive(): Arrival {
  const fragment = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  const language = LANGUAGES.find((known) => known === fragment.get('lang')) ?? null
  return { taskId: fragment.get('task'), grantId: fragment.get('grant'), token: fragment.get('token'), language }
}

/** The console, as this edge knows it: the page believes nothing about it that stood in the address. */
export function consoleOrigin(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tessera-console"]')?.content ?? ''
  return /^https?:/.test(content) ? content : null
}

/** Whom a token names, and for which party. Only to say it: the edge checks the token. */
export function namesIn(token: string | null): { partyId: string | null; username: string | null } {
  try {
    const payload = (token ?? '').split('.')[1] ?? ''
    const { partyId, username } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return { partyId: String(partyId), username: String(username) }
  } catch {
    return { partyId: null, username: null }
  }
}
