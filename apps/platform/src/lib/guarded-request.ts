import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { fail } from '@tessera/contract'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { SECOND_MS } from './clock.ts'

/** Maximum size of a response in bytes. */
const MAX_BYTES = 1024 * 1024

export interface Guard {
  /** Whether addresses of private networks and of this machine are permitted. */
  mayBePrivate: boolean
  timeoutMs: number
  /** Replaces the system's name resolver. Only tests set it. */
  resolve?: typeof lookup
}

/** Returns whether an IP address is public, so that any machine on the internet can reach it. */
export function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

/**
 * Sends JSON to another server and returns the JSON of its response. All addresses of the server's name must be public,
 * and the request connects only to these: the name is resolved once, so that a second lookup cannot give other
 * addresses. Redirects are not followed.
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

/**
 * Refuses a URL with a numeric address that is not permitted. Such an address is not resolved, so the check of resolved
 * addresses does not see it.
 */
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
