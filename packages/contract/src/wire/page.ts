import { z } from 'zod'
import { numberOrText, refusal } from './codec.ts'

export const MAX_PAGE_SIZE = 200

/** Maximum page number. No list has more pages, and databases can still count the skipped rows. */
export const MAX_PAGE_NUMBER = 1_000_000_000

/** A whole number for paging. 0 and an empty value count as absent. */
const PageNumber = z.codec(numberOrText('integer'), z.number(), {
  decode: (value, ctx) => {
    const number = Number(value)
    if (Number.isInteger(number) && number >= 0 && number <= MAX_PAGE_NUMBER) return number
    ctx.issues.push(refusal(value, 'request.page', { limit: MAX_PAGE_NUMBER }))
    return z.NEVER
  },
  encode: (number) => number,
})

export const pageInput = {
  pageNo: z.optional(PageNumber),
  pageSize: z.optional(PageNumber),
}

/** Returns the schema of a page of records: `result.records` and `result.total`, with the same names in the API. */
export function pageOf<T extends z.ZodType>(record: T) {
  return z.object({
    records: z.array(record),
    total: z.number(),
    size: z.number(),
    current: z.number(),
    pages: z.number(),
  })
}

export interface Page<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
}

/** Returns the page that a client requested. Pages begin at 1 and have at most 200 records. */
export function pageRequest(input: { pageNo?: number | undefined; pageSize?: number | undefined }, defaultSize = 10) {
  const size = Math.min(input.pageSize || defaultSize, MAX_PAGE_SIZE)
  const current = input.pageNo || 1
  return { size, current, offset: (current - 1) * size }
}

export function toPage<T>(records: T[], total: number, { size, current }: { size: number; current: number }): Page<T> {
  return { records, total, size, current, pages: Math.ceil(total / size) }
}
