import { z } from 'zod'
import { WireNumber } from './codec.ts'

export const MAX_PAGE_SIZE = 200

export const pageInput = {
  pageNo: z.optional(WireNumber),
  pageSize: z.optional(WireNumber),
}

/** A page of records; `result.records` and `result.total` on the wire, as here. */
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

/** Clamps what a client asked for: pages from 1, at most 200 a page. */
export function pageRequest(input: { pageNo?: number | undefined; pageSize?: number | undefined }, defaultSize = 10) {
  const size = Math.min(Math.max(Math.trunc(input.pageSize || defaultSize), 1), MAX_PAGE_SIZE)
  const current = Math.max(Math.trunc(input.pageNo || 1), 1)
  return { size, current, offset: (current - 1) * size }
}

export function toPage<T>(records: T[], total: number, { size, current }: { size: number; current: number }): Page<T> {
  return { records, total, size, current, pages: Math.ceil(total / size) }
}
