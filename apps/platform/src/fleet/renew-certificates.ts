import { dirname, join } from 'node:path'
import { BadSettings, repeat } from '@tessera/server'
import { RENEW_BEFORE_MS, ranOutOn } from '@tessera/server/certificates'
import type { Authority } from './authority.ts'

const LOOK_EVERY_MS = 60_000
const DAY_MS = 86_400_000
/**
 * Time before the authority expires at which the fleet begins to warn. With a new authority, every edge has to enrol
 * again, which takes time.
 */
const WARN_BEFORE_MS = 365 * DAY_MS

interface Listener {
  listener: string
  names: string[]
  /** Uses the new certificate for new connections; existing connections continue. */
  show: (certificate: Awaited<ReturnType<Authority['issue']>>) => void
}

/**
 * Renews the certificates of a fleet's listeners a month before they expire. In the authority's last year, reports
 * daily when the authority expires. Returns a function that stops this.
 */
export function renewCertificates(
  authority: Authority,
  listeners: Listener[],
  say: (line: string) => void,
  everyMs = LOOK_EVERY_MS,
): () => Promise<void> {
  let warnedAt = 0
  let lastLine = ''

  async function renew() {
    for (const { listener, names, show } of listeners) {
      const file = join(dirname(authority.caFile), `${listener}.pem`)
      if (!(await ranOutOn(file, new Date(Date.now() + RENEW_BEFORE_MS)))) continue
      show(await authority.issue(listener, names))
      say(`${listener}: using a new certificate`)
    }
    lastLine = ''
  }

  function warn() {
    const now = Date.now()
    if (authority.validTo.getTime() - now > WARN_BEFORE_MS || now - warnedAt < DAY_MS) return
    warnedAt = now
    say(`${aboutAuthority(authority, 'runs out')}. No edge trains after that`)
  }

  return repeat(everyMs, async () => {
    warn()
    try {
      await renew()
    } catch (error) {
      const line = `a certificate could not be renewed: ${(error as Error).message}`
      if (line !== lastLine) say(line)
      lastLine = line
    }
  })
}

/**
 * Fails if the authority has expired. Otherwise the start would wait for the SuperLink in vain and report that it is
 * too slow.
 */
export function requireAuthority(authority: Authority) {
  if (authority.validTo.getTime() > Date.now()) return
  throw new BadSettings(aboutAuthority(authority, 'ran out'))
}

const aboutAuthority = ({ caFile, validTo }: Authority, what: string) =>
  `the federation's certificate authority (${caFile}) ${what} on ${validTo.toISOString().slice(0, 10)}: “Certificates” in docs/guides/operating.md says how to make another`
