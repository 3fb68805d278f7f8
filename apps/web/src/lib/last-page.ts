import { useEffect } from 'react'

export type OnPage = (pageNo: number, options?: { replace: boolean }) => void

interface Shown {
  pageNo: number
  pageSize: number
  /** Undefined until the list is loaded. */
  total: number | undefined
}

/** Returns the page number of an address: an integer of at least 1. */
export const pageNoOf = (text: string): number => Math.max(1, Math.trunc(Number(text)) || 1)

/**
 * Moves a page beyond the end to the last page. This happens if the address was typed, or the last item of a page was
 * deleted. Returns true meanwhile, so that the page does not report an empty list.
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
