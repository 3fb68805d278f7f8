import { LANGUAGES, type Language } from '@tessera/contract'
import { THEMES, type ThemeMode } from '../ui/theme-mode.ts'

/** What the console says to a page of the edge, behind the `#`: it reaches no server's log. */
export interface Arrival {
  taskId: string | null
  /** A ticket that was signed, to be withdrawn. */
  grantId: string | null
  token: string | null
  language: Language | null
  theme: ThemeMode | null
  /** In a frame: which step of the console's history this is. */
  step: string | null
  /** A session is opened for the frame that opened this page, not for the page itself. */
  isForFrame: boolean
}

/** Reads it and takes it out of the address at once. */
export function arrive(): Arrival {
  const fragment = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  return {
    taskId: fragment.get('task'),
    grantId: fragment.get('grant'),
    token: fragment.get('token'),
    language: LANGUAGES.find((known) => known === fragment.get('lang')) ?? null,
    theme: THEMES.find((known) => known === fragment.get('theme')) ?? null,
    step: fragment.get('step'),
    isForFrame: fragment.get('for') === 'frame',
  }
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
