import { LANGUAGES, type Language } from '@tessera/contract'
import { SESSION_PAGE_PATH } from '@tessera/contract/wire'
import { textOf } from '../lib/base64.ts'
import { ownPage } from '../lib/own-edge.ts'
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
  /** Of the house's identity provider, which has led somebody back. */
  answer: string | null
  /** Which task or ticket, as it can stand in the address again. */
  askedOf: string
  /** A session is opened for the frame that opened this page, not for the page itself. */
  isForFrame: boolean
}

/** In this window, also once the house's provider has led back. */
const FOR_FRAME = 'opens a session for a frame'

/** Reads it and takes it out of the address at once. */
export function arrive(): Arrival {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const isLedBack = ownPage() === SESSION_PAGE_PATH && new URLSearchParams(location.search).has('state')
  const isForFrame = fragment.get('for') === 'frame' || (isLedBack && sessionStorage.getItem(FOR_FRAME) !== null)
  if (isForFrame) sessionStorage.setItem(FOR_FRAME, 'yes')
  else sessionStorage.removeItem(FOR_FRAME)
  const { search } = location
  history.replaceState(null, '', `${location.pathname}${isLedBack ? '' : search}`)
  const asked = ['task', 'grant'].flatMap((name) => fragment.getAll(name).map((value) => [name, value]))
  return {
    taskId: fragment.get('task'),
    grantId: fragment.get('grant'),
    token: fragment.get('token'),
    language: LANGUAGES.find((known) => known === fragment.get('lang')) ?? null,
    theme: THEMES.find((known) => known === fragment.get('theme')) ?? null,
    step: fragment.get('step'),
    answer: isLedBack ? search : null,
    isForFrame,
    askedOf: new URLSearchParams(asked).toString(),
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
    const { partyId, username } = JSON.parse(textOf(payload))
    return { partyId: String(partyId), username: String(username) }
  } catch {
    return { partyId: null, username: null }
  }
}
