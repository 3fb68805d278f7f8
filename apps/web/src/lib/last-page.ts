import { useEffect } from 'react'

export type OnPage = (pageNo: number, options?: { replace: boolean }) => void

interface Shown {
  pageNo: number
  pageSize: number
  /** Total number of items. Undefined until the list is loaded. */
  total: number | undefined
}

/** Parses a page number in an address. Returns an integer of at least 1. */
export const pageNoOf = (text: string): number => Math.max(1, Math.trunc(Number(text)) || 1)

/**
 * Moves a page number beyond the end to the last page, because the address may have been typed, or the last item of a
 * page deleted. Returns true until that has happened, so that the page does not report an empty list.
 */
export function useLastPage({ pageNo, pageSize, total }: Shown, onPage: OnPage): boolean {
  const last = total === undefined ? pageNo : Math.ceil(total / pageSize)
  const isPast = last > 0 && pageNo > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each page beyond the end
  useEffect(() => {
    if (isPast) onPage(last, { replace: true })
  }, [isPast, last])
  return isPast
}
