import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { fail } from '@tessera/contract'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { SECOND_MS } from './clock.ts'

/** Maximum length of a response. */
const MAX_BYTES = 1024 * 1024

export interface Guard {
  /** Also permits addresses of private networks and of this machine. */
  mayBePrivate: boolean
  timeoutMs: number
  /** Replaces the system's resolver in tests. */
  resolve?: typeof lookup
}

/** Whether the address can be reached from anywhere on the internet. */
export function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

/**
 * Sends JSON to another server and returns its JSON. All addresses of its name must be public, and the request connects
 * to exactly these: the name is resolved once, so that a second answer cannot differ. Redirects are not followed.
 * @throws AppError `service.address-private`, `service.too-slow`, or `service.failed` for any other error
 */
export async function sendGuarded(
  url: URL,
  body: object,
  guard: Guard,
  log: (error: unknown) => void,
): Promise<unknown> {
  const agent = new Agent({ connect: { lookup: guarded(guard) }, maxResponseSize: MAX_BYTES })
  try {
    refuseLiteral(url, guard)
    const { statusCode, body: answer } = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(guard.timeoutMs),
    })
    const text = await answer.text()
    if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`)
    return JSON.parse(text)
  } catch (error) {
    log(error)
    if (error instanceof PrivateAddress) return fail('service.address-private')
    if (error instanceof Error && error.name === 'TimeoutError') {
      return fail('service.too-slow', { seconds: Math.ceil(guard.timeoutMs / SECOND_MS) })
    }
    return fail('service.failed')
  } finally {
    await agent.destroy()
  }
}

class PrivateAddress extends Error {}

/** Checks a numeric address, which is not resolved. */
function refuseLiteral({ hostname }: URL, { mayBePrivate }: Guard) {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!mayBePrivate && ipaddr.isValid(address) && !isPublic(address)) throw new PrivateAddress(address)
}

function guarded({ mayBePrivate, resolve = lookup }: Guard): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, [])
      const refused = mayBePrivate ? undefined : addresses.find(({ address }) => !isPublic(address))
      if (refused) return done(new PrivateAddress(`${hostname} is ${refused.address}`), [])
      const [first] = addresses
      if (options.all) return done(null, addresses)
      return done(null, first?.address ?? '', first?.family)
    })
}
