import type { ErrorCode, ErrorParams } from './errors.ts'

/** Far more than any call of ours nests; what nests deeper overflows whoever walks it, databases included. */
const MOST_NESTED = 64

export interface Unfit {
  code: Extract<ErrorCode, 'request.nul' | 'request.half-character' | 'request.too-deep'>
  params: ErrorParams
}

/** What no database keeps, or nobody can walk, in a value that arrived; undefined when all of it is fit. */
export function findUnfit(value: unknown): Unfit | undefined {
  const found = search(value, 0)
  if (!found) return undefined
  const field = found.place.join('.').replaceAll('\0', '').toWellFormed()
  return { code: found.code, params: found.code === 'request.too-deep' ? { limit: MOST_NESTED } : { field } }
}

interface Found {
  code: Unfit['code']
  place: string[]
}

/** Keeps nothing of what is fit: a body may hold millions of values. It calls itself no deeper than it lets them nest. */
function search(value: unknown, depth: number): Found | undefined {
  if (typeof value === 'string') {
    const code = faultOf(value)
    return code && { code, place: [] }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MOST_NESTED) return { code: 'request.too-deep', place: [] }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = search(value[index], depth + 1)
      if (found) return { ...found, place: [String(index), ...found.place] }
    }
    return undefined
  }
  for (const [key, item] of Object.entries(value)) {
    const code = faultOf(key)
    const found: Found | undefined = code ? { code, place: [] } : search(item, depth + 1)
    if (found) return { ...found, place: [key, ...found.place] }
  }
  return undefined
}

function faultOf(text: string): Unfit['code'] | undefined {
  if (text.includes('\0')) return 'request.nul'
  return text.isWellFormed() ? undefined : 'request.half-character'
}
