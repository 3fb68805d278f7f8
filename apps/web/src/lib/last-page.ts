import { useEffect } from 'react'

export type OnPage = (pageNo: number, options?: { replace: boolean }) => void

interface Shown {
  pageNo: number
  pageSize: number
  /** Undefined until the list was read. */
  total: number | undefined
}

/** The page an address asks for: a whole number from 1. */
export const pageNoOf = (text: string): number => Math.max(1, Math.trunc(Number(text)) || 1)

/**
 * Takes whoever asks for a page past the end to the last one: the address was typed, or the last of its cards is gone.
 * True while that happens, so that nobody is told "there is nothing".
 */
export function useLastPage({ pageNo, pageSize, total }: Shown, onPage: OnPage): boolean {
  const last = total === undefined ? pageNo : Math.ceil(total / pageSize)
  const isPast = last > 0 && pageNo > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that does not exist
  useEffect(() => {
    if (isPast) onPage(last, { replace: true })
  }, [isPast, last])
  return isPast
}
