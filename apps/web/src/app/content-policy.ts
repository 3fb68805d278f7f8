import type { Session } from '../lib/session.ts'
import { getSession, subscribeSession } from '../lib/session.ts'

/**
 * Content security policy of a page once a party is chosen: only the platform and that party's edge can be reached. The
 * platform sends its header before the user is known, so that header has to allow every https address. Without this
 * policy, injected code could send what it reads anywhere.
 */
export function policyFor(edgeUrl: string | null, platform: Pick<Location, 'origin' | 'host' | 'protocol'>): string {
  const edge = edgeUrl && URL.canParse(edgeUrl) ? [new URL(edgeUrl).origin] : []
  const socket = `${platform.protocol === 'https:' ? 'wss' : 'ws'}://${platform.host}`
  return [
    ['connect-src', "'self'", socket, ...edge],
    ['img-src', "'self'", 'data:', 'blob:', ...edge],
    ['frame-src', ...(edge.length > 0 ? edge : ["'none'"])],
  ]
    .map((directive) => directive.join(' '))
    .join('; ')
}

/** Returns null until a user is logged in and acts for a party. */
const policyOf = ({ token, party }: Session): string | null =>
  token !== null && party !== null ? policyFor(party.edgeUrl, location) : null

/** Long enough for the address to change to the page that follows the choice of a party. */
const SETTLE_MS = 1_000

/** If a page still exists after this time, the user refused its reload to keep unsaved input. */
const REFUSED_MS = 5_000

interface Page {
  /** Calls back after the next navigation. Returns a function that unsubscribes. */
  onNavigated: (callback: () => void) => () => void
  reload: () => void
}

/**
 * Adds the content security policy once it is known. A document's policies can only become stricter, so another party
 * or another edge address requires a new document. The page reloads after the next navigation, or after SETTLE_MS if
 * there is no navigation.
 */
export function restrictContent({ onNavigated, reload }: Page) {
  let present: string | null = null
  let isReloading = false
  const follow = () => {
    const policy = policyOf(getSession())
    if (policy === null || policy === present || isReloading) return
    if (present !== null) {
      isReloading = true
      // Reload only once: a second reload would interrupt a later navigation of the user.
      const reloadOnce = () => {
        clearTimeout(timer)
        stopListening()
        reload()
        // Retry only when the session changes again: an immediate retry would prompt the user twice.
        setTimeout(() => {
          isReloading = false
        }, REFUSED_MS)
      }
      const stopListening = onNavigated(reloadOnce)
      const timer = setTimeout(reloadOnce, SETTLE_MS)
      return
    }
    present = policy
    const meta = document.createElement('meta')
    meta.httpEquiv = 'Content-Security-Policy'
    meta.content = policy
    document.head.append(meta)
  }
  follow()
  return subscribeSession(follow)
}
