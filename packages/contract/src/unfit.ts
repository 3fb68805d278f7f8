import type { ErrorCode, ErrorParams } from './errors.ts'

/**
 * Maximum depth of nested values. Calls of this API nest far less. Deeper nesting overflows the stack of code that
 * walks the value, including code in databases.
 */
const MAX_NESTED = 64

export interface Unfit {
  code: Extract<ErrorCode, 'request.nul' | 'request.half-character' | 'request.too-deep'>
  params: ErrorParams
}

/**
 * Returns what makes a received value unfit: a part that no database can store, or nesting that is too deep; undefined
 * if the value is fit.
 */
export function findUnfit(value: unknown): Unfit | undefined {
  const found = search(value, 0)
  if (!found) return undefined
  const field = found.place.join('.').replaceAll('\0', '').toWellFormed()
  return { code: found.code, params: found.code === 'request.too-deep' ? { limit: MAX_NESTED } : { field } }
}

interface Found {
  code: Unfit['code']
  place: string[]
}

/**
 * Searches a value for an unfit part. It does not collect the fit parts, because a body can contain millions of values,
 * and recurses no deeper than the limit.
 */
function search(value: unknown, depth: number): Found | undefined {
  if (typeof value === 'string') {
    const code = faultOf(value)
    return code && { code, place: [] }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MAX_NESTED) return { code: 'request.too-deep', place: [] }
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
