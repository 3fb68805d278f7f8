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

/** Fields that hold a value for each of something, by its name: which there are is no matter of shape. */
const BY_NAME = ['params', 'parameters', 'metric', 'metrics', 'aloneMetrics', 'probabilities', 'columnType']

/** What a client could come to miss: fields that are gone, or hold something of another kind than before. */
export function missedIn(before: unknown, now: unknown, at = 'result'): string[] {
  const [was, is] = [unfold(before), unfold(now)]
  if (was === null) return []
  if (kindOf(was) !== kindOf(is)) return [`${at}: ${kindOf(was)} became ${kindOf(is)}`]
  if (Array.isArray(was)) return was.flatMap((item) => missedInItem(item, is as unknown[], at))
  if (typeof was !== 'object') return []
  return Object.entries(was as object).flatMap(([key, value]) => {
    const fields = is as Record<string, unknown>
    if (key in fields) return missedIn(value, fields[key], `${at}.${key}`)
    return BY_NAME.some((name) => at.endsWith(`.${name}`)) ? [] : [`${at}.${key}: gone`]
  })
}

/** Lists grow and change their order: an item is compared with itself, or with the first where it is there no more. */
function missedInItem(item: unknown, items: unknown[], at: string): string[] {
  const same = items.find((other) => nameOf(item) !== undefined && nameOf(other) === nameOf(item))
  return items.length === 0 ? [] : missedIn(item, same ?? items[0], `${at}[]`)
}

function nameOf(item: unknown): unknown {
  const { id, seq, partyId, name } = (item ?? {}) as Record<string, unknown>
  return id ?? seq ?? partyId ?? name
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
