import { type RowsOf, rowsPhrases } from '@tessera/contract'
import { useMemo } from 'react'
import { usePhrases } from './i18n.ts'

export interface RowsWords {
  /** A count with the word: "30 pictures". */
  count: (count: number) => string
  /** The plural: "pictures". */
  many: string
  /** The singular: "picture". */
  one: string
}

/** Returns the words for rows of this kind of data. If the kind is unknown, they are "rows". */
export function useRowsWords(kind: RowsOf | null = null): RowsWords {
  const t = usePhrases(rowsPhrases)
  return useMemo(() => {
    const known = kind ?? 'tabular'
    return { count: (count) => t(`count.${known}`, { count }), many: t(`many.${known}`), one: t(`one.${known}`) }
  }, [t, kind])
}
