import { dirname, join } from 'node:path'
import { BadSettings, repeat } from '@tessera/server'
import { RENEW_BEFORE_MS, ranOutOn } from '@tessera/server/certificates'
import type { Authority } from './authority.ts'

const LOOK_EVERY_MS = 60_000
const DAY_MS = 86_400_000
/** Every edge has to join anew under another authority, which takes its time. */
const WARN_BEFORE_MS = 365 * DAY_MS

interface Listener {
  listener: string
  names: string[]
  /** Shows the new one from now on; what is connected stays so. */
  show: (certificate: Awaited<ReturnType<Authority['issue']>>) => void
}

/**
 * Renews what a fleet's listeners show a month before it runs out, and says each day of the authority's last year when that
 * one does. Answers how to end that.
 */
export function keepFresh(
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
      say(`${listener}: a new certificate is shown`)
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

/** Without it the SuperLink would be waited for in vain, and told to be slow. */
export function requireAuthority(authority: Authority) {
  if (authority.validTo.getTime() > Date.now()) return
  throw new BadSettings(aboutAuthority(authority, 'ran out'))
}

const aboutAuthority = ({ caFile, validTo }: Authority, what: string) =>
  `the federation's certificate authority (${caFile}) ${what} on ${validTo.toISOString().slice(0, 10)}: “Certificates” in docs/operating.md says how to make another`
