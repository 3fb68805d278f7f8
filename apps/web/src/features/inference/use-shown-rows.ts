import type { InferenceSummary, MatrixCell } from '@tessera/contract'
import { type OnPage, pageNoOf } from '../../lib/last-page.ts'
import { useUrlState } from '../../lib/url-state.ts'

interface ShownRows {
  pageNo: number
  /** Null: all rows. One that the result does not have counts for nothing. */
  cell: MatrixCell | null
  onPage: OnPage
  onCell: (cell: MatrixCell | null) => void
}

/** Which rows of a result are shown, as the address says: those of a cell of its matrix or all, and which page of them. */
export function useShownRows({ confusion }: Pick<InferenceSummary, 'confusion'>): ShownRows {
  const [{ pageNo, truth, said }, setUrl] = useUrlState({ pageNo: '1', truth: '', said: '' })
  const cell = { truth: Number(truth), said: Number(said) }
  const isCell = truth !== '' && said !== '' && confusion?.[cell.truth]?.[cell.said] !== undefined
  return {
    pageNo: pageNoOf(pageNo),
    cell: isCell ? cell : null,
    onPage: (next, options) => setUrl({ pageNo: String(next) }, options),
    onCell: (next) => setUrl({ truth: String(next?.truth ?? ''), said: String(next?.said ?? '') }),
  }
}
