import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURE } from './pack.ts'

/** One call as a client of the older version made it, and what it was answered. */
export interface Answered {
  /** User name of whose it was. */
  who: string
  server: 'platform' | 'edge'
  method: 'GET' | 'POST'
  /** With its query; forms travel in it too, as every server takes them there. */
  path: string
  form?: Record<string, string>
  result: unknown
}

export interface Caller {
  url: string
  token: string
  partyId: string
}

/** Asks as that client did, knowing nothing of this version's codecs. */
export async function ask({ url, token, partyId }: Caller, { method, path, form }: Omit<Answered, 'result' | 'who'>) {
  const headers = { 'x-access-token': token, 'tenant-id': partyId, 'accept-language': 'en' }
  const body = form && new URLSearchParams(form)
  const response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body } : {}) })
  const { success, message, result } = (await response.json()) as Record<'success' | 'message' | 'result', unknown>
  if (!success) throw new Error(`${method} ${path}: ${message}`)
  return result
}

export const readAnswers = () => JSON.parse(readFileSync(join(FIXTURE, 'answers.json'), 'utf8')) as Answered[]

/** What a client could come to miss: fields that are gone, or hold something of another kind than before. */
export function missedIn(before: unknown, now: unknown, at = 'result'): string[] {
  const [was, is] = [unfold(before), unfold(now)]
  if (was === null || was === undefined) return []
  if (kindOf(was) !== kindOf(is)) return [`${at}: ${kindOf(was)} became ${kindOf(is)}`]
  if (Array.isArray(was)) {
    const items = is as unknown[]
    return was.flatMap((item, index) => missedIn(item, items[index], `${at}[${index}]`))
  }
  if (typeof was !== 'object') return []
  return Object.entries(was).flatMap(([key, value]) => {
    const fields = is as Record<string, unknown>
    return key in fields ? missedIn(value, fields[key], `${at}.${key}`) : [`${at}.${key}: gone`]
  })
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Some fields travel as JSON in a text. */
function unfold(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
