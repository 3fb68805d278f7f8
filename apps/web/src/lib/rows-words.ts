import { type RowsOf, rowsPhrases, rowWordOf } from '@tessera/contract'
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
    const word = kind === null ? 'row' : rowWordOf(kind)
    return { count: (count) => t(`count.${word}`, { count }), many: t(`many.${word}`), one: t(`one.${word}`) }
  }, [t, kind])
}
