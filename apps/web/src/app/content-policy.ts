import type { Session } from '../lib/session.ts'
import { getSession, subscribeSession } from '../lib/session.ts'

/**
 * What the page can reach once a party is chosen: the platform, and that party's edge. The platform's own header is sent
 * before anybody is known and has to allow every https address, so that injected code could send what it reads anywhere.
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

/** Null until a user is logged in and acts for a party. */
const policyOf = ({ token, party }: Session): string | null =>
  token !== null && party !== null ? policyFor(party.edgeUrl, location) : null

/** Long enough for the page that follows a choice of party to be in the address. */
const SETTLE_MS = 1_000

/** A page that is still there so long after its reload was refused one, by a user who keeps what was entered. */
const REFUSED_MS = 5_000

interface Page {
  /** Calls back after the next navigation; returns how to stop. */
  onNavigated: (callback: () => void) => () => void
  reload: () => void
}

/**
 * Adds the policy as soon as it is known. A document's policies only become stricter, so another party or another address
 * of its edge needs a new document: the page reloads after the navigation that follows, or soon where none does.
 */
export function restrictContent({ onNavigated, reload }: Page) {
  let present: string | null = null
  let isReloading = false
  const follow = () => {
    const policy = policyOf(getSession())
    if (policy === null || policy === present || isReloading) return
    if (present !== null) {
      isReloading = true
      // Once: a second one would cut off where the user has gone meanwhile.
      const reloadOnce = () => {
        clearTimeout(timer)
        stopListening()
        reload()
        // The next change of the session tries again; at once would ask the user twice.
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
