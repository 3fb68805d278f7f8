import {
  type ClassRows,
  FEWEST_ROWS_NAMED,
  FEWEST_ROWS_OF_CLASS,
  type Registration,
  ROWS_ROUNDED_TO,
  type TaskDetail,
} from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { Panel, StatusTag } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { taskPhrases } from '../phrases.ts'
import { type LabelClass, takingPart } from '../prepare/classes.ts'
import { useClasses } from '../prepare/use-classes.ts'
import { thinnessOf } from '../thin-classes.ts'

interface Props {
  task: TaskDetail
  mine: Registration | null
}

/** Before the start: how many rows each class has over all parties, and which have too few. */
export function ClassRowsPanel({ task, mine }: Props) {
  const { classRows } = task
  if (!classRows) return null
  return mine?.datasetId ? (
    <WithOwn task={task} mine={mine} classRows={classRows} />
  ) : (
    <Classes classRows={classRows} contentType={task.contentType} />
  )
}

/** Its own party's rows as its edge counts them, for whoever may read them. */
function WithOwn({ task, mine, classRows }: { task: TaskDetail; mine: Registration; classRows: ClassRows }) {
  const { classes } = useClasses(task, mine)
  return <Classes classRows={classRows} contentType={task.contentType} own={classes.data && takingPart(classes.data)} />
}

interface ClassesProps extends Pick<TaskDetail, 'contentType'> {
  classRows: ClassRows
  own?: LabelClass[] | undefined
}

function Classes({ classRows, contentType, own }: ClassesProps) {
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
                {own && <th scope="col">{t('classrows.own')}</th>}
              </tr>
            </thead>
            <tbody>
              {classes.map((one) => (
                <tr key={one.name}>
                  <th scope="row" className="task-class">
                    {one.name}
                  </th>
                  <td>
                    {one.rows === 0 ? t('classrows.none') : t('classrows.least', { rows: format.number(one.rows) })}
                    <Warning of={one} all={classRows} />
                  </td>
                  {own && <td>{format.number(own.find(({ name }) => name === one.name)?.count ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollX>
        {missing > 0 && <StatusTag tone="waiting" text={t('classrows.missing', { count: missing })} />}
        {isThin && <p>{t('classrows.advice', { rows: rows.many })}</p>}
        <p className="t-soft">
          {t('classrows.help', { parties, step: ROWS_ROUNDED_TO, fewest: rows.count(FEWEST_ROWS_NAMED) })}
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
      <StatusTag tone="warning" text={t(`classrows.thin.${why}`, { few: FEWEST_ROWS_OF_CLASS })} />
    </div>
  )
}
