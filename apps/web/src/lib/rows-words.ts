import { type RowsOf, rowsPhrases } from '@tessera/contract'
import { useMemo } from 'react'
import { usePhrases } from './i18n.ts'

export interface RowsWords {
  /** Returns a count with the word, for example "30 pictures". */
  count: (count: number) => string
  /** The plural, for example "pictures". */
  many: string
  /** The singular, for example "picture". */
  one: string
}

/** Returns the words for rows of this kind of data, or "rows" if the kind is unknown. */
export function useRowsWords(kind: RowsOf | null = null): RowsWords {
  const t = usePhrases(rowsPhrases)
  return useMemo(() => {
    const known = kind ?? 'tabular'
    return { count: (count) => t(`count.${known}`, { count }), many: t(`many.${known}`), one: t(`one.${known}`) }
  }, [t, kind])
}
