import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { fail } from '@tessera/contract'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { SECOND_MS } from './clock.ts'

/** No answer that is asked for here is longer. */
const MOST_BYTES = 1024 * 1024

export interface Guard {
  /** Addresses of private networks and of this machine will do, too. */
  mayBePrivate: boolean
  timeoutMs: number
  /** Another than the system's, in tests. */
  resolve?: typeof lookup
}

/** One that anybody on the internet could reach. */
export function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

/**
 * Sends JSON to another server and answers its JSON. All addresses its name stands for have to be public, and it is
 * those that are connected to: a name that stands for another the next time is asked once only. Redirects are not followed.
 * @throws AppError `service.address-private`, `service.too-slow`, or `service.failed` whatever else went wrong
 */
export async function sendGuarded(
  url: URL,
  body: object,
  guard: Guard,
  log: (error: unknown) => void,
): Promise<unknown> {
  const agent = new Agent({ connect: { lookup: guarded(guard) }, maxResponseSize: MOST_BYTES })
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

/** A numeric address is looked up by nobody. */
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
