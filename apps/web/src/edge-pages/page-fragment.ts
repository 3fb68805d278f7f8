import { LANGUAGES, type Language } from '@tessera/contract'
import { SESSION_PAGE_PATH } from '@tessera/contract/wire'
import { textOf } from '../lib/base64.ts'
import { ownPage } from '../lib/own-edge.ts'
import { THEMES, type ThemeMode } from '../ui/theme-mode.ts'

/** The data that the console passes to an edge page in the fragment (`#`), which reaches no server's log. */
export interface PageFragment {
  taskId: string | null
  /** The signed ticket to withdraw. */
  grantId: string | null
  token: string | null
  language: Language | null
  theme: ThemeMode | null
  /** If the page is in a frame: the console's history entry. */
  step: string | null
  /** The identity provider's answer, which its redirect has added. */
  answer: string | null
  /** The task or ticket, in a form that the page can put into its address again. */
  requestedOf: string
  /** Whether the session is for the frame that opened this page, not for the page itself. */
  isForFrame: boolean
}

/** Marks a window in `sessionStorage`, so that its purpose survives the identity provider's redirect. */
const FOR_FRAME = 'opens a session for a frame'

/** Reads the data in the fragment, and removes them from the address at once. */
export function arrive(): PageFragment {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const isLedBack = ownPage() === SESSION_PAGE_PATH && new URLSearchParams(location.search).has('state')
  const isForFrame = fragment.get('for') === 'frame' || (isLedBack && sessionStorage.getItem(FOR_FRAME) !== null)
  if (isForFrame) sessionStorage.setItem(FOR_FRAME, 'yes')
  else sessionStorage.removeItem(FOR_FRAME)
  const { search } = location
  history.replaceState(null, '', `${location.pathname}${isLedBack ? '' : search}`)
  const subject = ['task', 'grant'].flatMap((name) => fragment.getAll(name).map((value) => [name, value]))
  return {
    taskId: fragment.get('task'),
    grantId: fragment.get('grant'),
    token: fragment.get('token'),
    language: LANGUAGES.find((known) => known === fragment.get('lang')) ?? null,
    theme: THEMES.find((known) => known === fragment.get('theme')) ?? null,
    step: fragment.get('step'),
    answer: isLedBack ? search : null,
    isForFrame,
    requestedOf: new URLSearchParams(subject).toString(),
  }
}

/** Returns the console's origin as this edge has stored it. The page does not trust an origin in its address. */
export function consoleOrigin(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tessera-console"]')?.content ?? ''
  return /^https?:/.test(content) ? content : null
}

/** Returns the user and party that a token names, for display only. The edge verifies the token. */
export function namesIn(token: string | null): { partyId: string | null; username: string | null } {
  try {
    const payload = (token ?? '').split('.')[1] ?? ''
    const { partyId, username } = JSON.parse(textOf(payload))
    return { partyId: String(partyId), username: String(username) }
  } catch {
    return { partyId: null, username: null }
  }
}
