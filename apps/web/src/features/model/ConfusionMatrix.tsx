import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import styles from './model.module.css'
import { phrases } from './phrases.ts'

interface Props {
  classes: (string | number)[]
  /** Rows are the truth, columns the prediction. */
  counts: number[][]
  /** By folds all rows are scored, else those held aside. */
  byFolds: boolean
}

/** What was taken for what; a cell is the darker the larger its share of the row. */
export function ConfusionMatrix({ classes, counts, byFolds }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  return (
    <>
      <p className="t-soft" style={{ marginBottom: 8 }}>
        {t(byFolds ? 'confusion.noteFolds' : 'confusion.note')}
      </p>
      <div className={`t-scroll-x ${styles.matrix}`}>
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
            {classes.map((truth, row) => {
              const total = (counts[row] ?? []).reduce((sum, count) => sum + count, 0)
              return (
                <tr key={truth}>
                  <th scope="row">{truth}</th>
                  {classes.map((name, column) => {
                    const count = counts[row]?.[column] ?? 0
                    const share = total > 0 ? count / total : 0
                    return (
                      <td key={name} style={{ background: shade(share, row === column) }}>
                        <strong>{format.number(count)}</strong>
                        <span className="t-soft">{format.percent(share)}</span>
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Right answers in green, wrong ones in red, both faint: the numbers say it. */
const shade = (share: number, isRight: boolean) =>
  `color-mix(in srgb, var(--t-${isRight ? 'success' : 'error'}) ${Math.round(share * 32)}%, transparent)`
