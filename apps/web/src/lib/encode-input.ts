import type { Endpoint } from '@tessera/contract'
import { z } from 'zod'

/** Returns the path of a call with its query parameters, and the body of the call. */
export function encodeInput(endpoint: Endpoint, input: unknown) {
  const encoded: unknown = z.encode(endpoint.input, input as never)
  if (Array.isArray(encoded)) return { path: endpoint.path, body: jsonBody(encoded) }
  const wire = { ...(encoded as Record<string, unknown>) }
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = wire[name]
    delete wire[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.carrier === 'json') return { path, body: jsonBody(wire) }
  const fields = Object.entries(wire).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const form = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  if (endpoint.carrier === 'form') {
    return { path, body: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, text: form } }
  }
  return { path: form ? `${path}?${form}` : path, body: null }
}

const jsonBody = (content: unknown) => ({
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(content),
})
