import type { InferenceSummary, MatrixCell } from '@tessera/contract'
import { type OnPage, pageNoOf } from '../../../lib/last-page.ts'
import { useUrlState } from '../../../lib/url-state.ts'

interface ShownRows {
  pageNo: number
  /**
   * The selected cell of the confusion matrix, or null for all rows. A cell that the result does not have is ignored.
   */
  cell: MatrixCell | null
  onPage: OnPage
  onCell: (cell: MatrixCell | null) => void
}

/** Returns which rows of a result the address selects: a cell of the confusion matrix or all rows, and the page. */
export function useShownRows({ confusion }: Pick<InferenceSummary, 'confusion'>): ShownRows {
  const [{ pageNo, truth, predicted }, setUrl] = useUrlState({ pageNo: '1', truth: '', predicted: '' })
  const cell = { truth: Number(truth), predicted: Number(predicted) }
  const isCell = truth !== '' && predicted !== '' && confusion?.[cell.truth]?.[cell.predicted] !== undefined
  return {
    pageNo: pageNoOf(pageNo),
    cell: isCell ? cell : null,
    onPage: (next, options) => setUrl({ pageNo: String(next) }, options),
    onCell: (next) => setUrl({ truth: String(next?.truth ?? ''), predicted: String(next?.predicted ?? '') }),
  }
}
