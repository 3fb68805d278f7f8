import { type ClassRows, MIN_ROWS_NAMED, MIN_ROWS_OF_CLASS, ROWS_ROUNDED_TO, type TaskDetail } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { Panel, StatusTag } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { taskPhrases } from '../phrases.ts'
import { thinnessOf } from '../thin-classes.ts'

/** Shows before the start how many rows each class has over all parties, and which classes have too few. */
export function ClassRowsPanel({ task: { classRows, ...task } }: { task: TaskDetail }) {
  return classRows ? <Classes classRows={classRows} {...task} /> : null
}

interface Props extends Pick<TaskDetail, 'contentType' | 'positive'> {
  classRows: ClassRows
}

function Classes({ classRows, contentType, positive }: Props) {
  const t = usePhrases(taskPhrases)
  const rows = useRowsWords(contentType)
  const format = useFormat()
  const { classes, parties, missing } = classRows
  const title = t('classrows.title', { rows: rows.many })
  const isThin = classes.some((one) => thinnessOf(one, classRows) !== null)
  return (
    <Panel title={title}>
      <div className="t-stack">
        <ScrollX>
          <table className="t-table t-num" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('classrows.class')}</th>
                <th scope="col">{t('classrows.all')}</th>
              </tr>
            </thead>
            <tbody>
              {classes.map((one) => (
                <tr key={one.name}>
                  <th scope="row" className="task-class">
                    {one.name}
                    {one.name === positive?.classes[1] && <span className="t-soft"> · {t('classrows.positive')}</span>}
                  </th>
                  <td>
                    {one.rows === 0 ? t('classrows.none') : t('classrows.least', { rows: format.number(one.rows) })}
                    <Warning of={one} all={classRows} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollX>
        {missing > 0 && <StatusTag tone="waiting" text={t('classrows.missing', { count: missing })} />}
        {isThin && <p>{t('classrows.advice', { rows: rows.many })}</p>}
        <p className="t-soft">
          {t('classrows.help', { parties, step: ROWS_ROUNDED_TO, fewest: rows.count(MIN_ROWS_NAMED) })}
        </p>
      </div>
    </Panel>
  )
}

function Warning({ of, all }: { of: ClassRows['classes'][number]; all: ClassRows }) {
  const t = usePhrases(taskPhrases)
  const why = thinnessOf(of, all)
  if (why === null) return null
  return (
    <div>
      <StatusTag tone="warning" text={t(`classrows.thin.${why}`, { few: MIN_ROWS_OF_CLASS })} />
    </div>
  )
}
