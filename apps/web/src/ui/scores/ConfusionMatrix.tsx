import type { MatrixCell } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { shade } from './shade.ts'
import './scores.css'
import { ScrollX } from '../ScrollX.tsx'

interface Props {
  classes: (string | number)[]
  /** The counts. Rows are the true classes, columns the predicted ones. */
  counts: number[][]
  /** A note about which rows are counted. */
  note: string
  /** Name of an additional last row, for true values that are none of the classes. */
  other?: string
  /** Makes cells with rows clickable to show their rows, and marks the selected cell. */
  open?: { cell: MatrixCell | null; onOpen: (cell: MatrixCell) => void }
}

/** A confusion matrix. The larger a cell's share of its row, the darker the cell. */
export function ConfusionMatrix({ classes, counts, note, other, open }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const truths = other === undefined ? classes : [...classes, other]
  return (
    <>
      <p className="t-soft" style={{ marginBottom: 8 }}>
        {note}
      </p>
      <ScrollX className="scores-matrix">
        <table className="t-table" style={{ width: 'auto' }}>
          <thead>
            <tr>
              <th scope="col">{t('confusion.truth')}</th>
              {classes.map((name) => (
                <th key={name} scope="col">
                  {t('confusion.predicted', { name })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {truths.map((truth, row) => {
              const total = (counts[row] ?? []).reduce((sum, count) => sum + count, 0)
              return (
                <tr key={truth}>
                  <th scope="row">{truth}</th>
                  {classes.map((name, column) => {
                    const count = counts[row]?.[column] ?? 0
                    const share = total > 0 ? count / total : 0
                    const figures = (
                      <>
                        <strong>{format.number(count)}</strong> <span>{format.percent(share)}</span>
                      </>
                    )
                    return (
                      <td key={name} style={{ background: shade(share, row === column) }}>
                        {open && count > 0 ? (
                          <button
                            type="button"
                            className="scores-cell"
                            aria-pressed={open.cell?.truth === row && open.cell.predicted === column}
                            onClick={() => open.onOpen({ truth: row, predicted: column })}
                          >
                            {figures}
                            <span className="t-visually-hidden">{t('confusion.open', { truth, predicted: name })}</span>
                          </button>
                        ) : (
                          figures
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollX>
    </>
  )
}
