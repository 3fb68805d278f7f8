import type { ErrorCode, ErrorParams } from './errors.ts'

/** Far more than any call of ours nests; what nests deeper overflows whoever walks it, databases included. */
const MOST_NESTED = 64

export interface Unfit {
  code: Extract<ErrorCode, 'request.nul' | 'request.half-character' | 'request.too-deep'>
  params: ErrorParams
}

/** What no database keeps, or nobody can walk, in a value that arrived; undefined when all of it is fit. */
export function findUnfit(value: unknown): Unfit | undefined {
  const waiting: { value: unknown; place: string; depth: number }[] = [{ value, place: '', depth: 0 }]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { value, place, depth } = one
    if (typeof value === 'string') {
      const code = faultOf(value)
      if (code) return { code, params: { field: place } }
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth === MOST_NESTED) return { code: 'request.too-deep', params: { limit: MOST_NESTED } }
    for (const [key, item] of Object.entries(value).reverse()) {
      const code = faultOf(key)
      const name = place ? `${place}.${key}` : key
      if (code) return { code, params: { field: name.replaceAll('\0', '').toWellFormed() } }
      waiting.push({ value: item, place: name, depth: depth + 1 })
    }
  }
  return undefined
}

function faultOf(text: string) {
  if (text.includes('\0')) return 'request.nul'
  return text.isWellFormed() ? undefined : 'request.half-character'
}
