import type { Endpoint } from '@tessera/contract'
import { z } from 'zod'

/** What a call sends: its path with everything that travels there, and its body. */
export function encodeInput(endpoint: Endpoint, input: unknown) {
  const wire = { ...(z.encode(endpoint.input, input as never) as Record<string, unknown>) }
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = wire[name]
    delete wire[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.carrier === 'json') {
    return { path, body: { headers: { 'content-type': 'application/json' }, text: JSON.stringify(wire) } }
  }
  const fields = Object.entries(wire).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const form = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  if (endpoint.carrier === 'form') {
    return { path, body: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, text: form } }
  }
  return { path: form ? `${path}?${form}` : path, body: null }
}
