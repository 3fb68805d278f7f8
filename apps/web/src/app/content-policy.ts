import type { Session } from '../lib/session.ts'
import { getSession, subscribeSession } from '../lib/session.ts'

/**
 * Returns the content security policy of a page once a party is chosen: the page can reach only the platform and that
 * party's edge. The policy in the platform's header must allow every https address, because the platform sends the
 * header before the user is known. Without this narrower policy, injected code could send what it reads to any address.
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

/** Returns the policy of a session, or null until a user is logged in and acts for a party. */
const policyOf = ({ token, party }: Session): string | null =>
  token !== null && party !== null ? policyFor(party.edgeUrl, location) : null

/** Milliseconds within which the address changes to the next page after the user has chosen a party. */
const SETTLE_MS = 1_000

/**
 * Milliseconds after which a page that still exists shows that the user has cancelled its reload to keep unsaved input.
 */
const REFUSED_MS = 5_000

interface Page {
  /** Registers a callback for the next navigation. Returns a function that unregisters the callback. */
  onNavigated: (callback: () => void) => () => void
  reload: () => void
}

/**
 * Adds the content security policy once a party is chosen. A document's policies can only become stricter, so another
 * party or edge address requires a new document: the page reloads after the next navigation, or after SETTLE_MS without
 * a navigation.
 */
export function restrictContent({ onNavigated, reload }: Page) {
  let present: string | null = null
  let isReloading = false
  const follow = () => {
    const policy = policyOf(getSession())
    if (policy === null || policy === present || isReloading) return
    if (present !== null) {
      isReloading = true
      // Reload only once, because a second reload would interrupt a later navigation of the user.
      const reloadOnce = () => {
        clearTimeout(timer)
        stopListening()
        reload()
        // Retry only when the session changes again, because an immediate retry would prompt the user a second time.
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
