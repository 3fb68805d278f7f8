import { type RowsOf, rowsPhrases } from '@tessera/contract'
import { useMemo } from 'react'
import { usePhrases } from './i18n.ts'

export interface RowsWords {
  /** So many of them: "30 pictures". */
  count: (count: number) => string
  /** "pictures" */
  many: string
  /** "picture" */
  one: string
}

/** What the rows of this kind of data are called; where the kind is not known they are rows. */
export function useRowsWords(kind: RowsOf | null = null): RowsWords {
  const t = usePhrases(rowsPhrases)
  return useMemo(() => {
    const known = kind ?? 'tabular'
    return { count: (count) => t(`count.${known}`, { count }), many: t(`many.${known}`), one: t(`one.${known}`) }
  }, [t, kind])
}
