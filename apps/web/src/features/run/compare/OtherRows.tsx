import type { ContentType } from '@tessera/contract'
import { Alert } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import type { NumberedRun } from './numbered-runs.ts'
import { comparePhrases } from './phrases.ts'
import { rowsDifferences, scoredRowsOf } from './scored-rows.ts'

interface Props {
  runs: NumberedRun[]
  /** The kind of the tasks' data, if known. */
  contentType: ContentType | null | undefined
}

/** Warns above all scores that the compared runs are scored on different rows, and lists the differences. */
export function OtherRows({ runs, contentType }: Props) {
  const t = usePhrases(comparePhrases)
  const format = useFormat()
  const rows = useRowsWords(contentType)
  const [first, ...others] = runs
  const differences = new Set(first && others.flatMap((other) => rowsDifferences(first, other)))
  if (differences.size === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('other.title', { rows: rows.many })}
      description={
        <>
          <p>
            {t('other.why', {
              what: format.list([...differences].map((what) => t(`other.${what}`, { rows: rows.many }))),
            })}
          </p>
          <ul className="t-entries">
            {runs.map((run) => {
              const { scheme, parties, total } = scoredRowsOf(run)
              return (
                <li key={run.id}>
                  {t('other.run', {
                    number: run.number,
                    rows: total === null ? t('other.notRecorded') : rows.count(total),
                    parties: format.list(parties.map(({ name }) => name)),
                    scheme: t(`other.scheme.${scheme ?? 'unknown'}`),
                  })}
                </li>
              )
            })}
          </ul>
          <p>{t('other.next')}</p>
        </>
      }
    />
  )
}
