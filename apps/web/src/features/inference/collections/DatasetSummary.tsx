import {
  type FoundCounts,
  type Inference,
  type InferenceResult,
  type InferenceSummary,
  type MatrixCell,
  resultContentType,
  SHOWN_SCORE,
  shareOf,
} from '@tessera/contract'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent, formatSignificant } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { Facts } from '../../../ui/index.ts'
import { BinsChart } from '../../../ui/scores/BinsChart.tsx'
import { BoxTable } from '../../../ui/scores/BoxTable.tsx'
import { ConfusionMatrix } from '../../../ui/scores/ConfusionMatrix.tsx'
import { EntityTable } from '../../../ui/scores/EntityTable.tsx'
import { MistakesTable } from '../../../ui/scores/MistakesTable.tsx'
import { ResidualsChart } from '../../../ui/scores/Residuals.tsx'
import { phrases } from '../phrases.ts'

interface Props {
  summary: InferenceSummary
  inference: Pick<Inference, 'output'>
  result: Pick<InferenceResult, 'type' | 'rowCount'>
  cell: MatrixCell | null
  onCell: (cell: MatrixCell) => void
}

const MAX_NAMED = 8

/**
 * The summary of predictions for a whole dataset: rows outside the training data, correct and wrong answers, and the
 * distribution of answers.
 */
export function DatasetSummary({ summary, inference: { output }, result, cell, onCell }: Props) {
  const t = usePhrases(phrases)
  const rows = useRowsWords(resultContentType(result))
  const { results, scores, confusion, residuals, outside, entities, mistakes, boxes, labels, otherLabels } = summary
  const label = output?.label ?? ''
  const classes = output?.kind === 'classes' ? output.classes : []
  const [known, others] = [confusion?.slice(0, classes.length) ?? [], confusion?.[classes.length]]
  const hasOthers = others?.some((count) => count > 0)
  return (
    <>
      {outside && <OutsideRows outside={outside} rowCount={result.rowCount} />}
      {otherLabels && <OtherLabels otherLabels={otherLabels} output={output} />}
      {confusion && (
        <Part title={t('summary.confusion')}>
          <ConfusionMatrix
            classes={classes}
            counts={hasOthers && others ? [...known, others] : known}
            note={t('summary.confusion.note', { rows: rows.many })}
            open={{ cell, onOpen: onCell }}
            {...(hasOthers && { other: t('summary.confusion.other') })}
          />
        </Part>
      )}
      {entities && (
        <Part title={t('summary.entities')}>
          <p className="t-soft">{t('summary.entities.note')}</p>
          <FoundTable things={entities} of="entity" />
        </Part>
      )}
      {mistakes && mistakes.length > 0 && (
        <Part title={t('summary.mistakes')}>
          <p className="t-soft">{t('summary.mistakes.note')}</p>
          <MistakesTable mistakes={mistakes} />
        </Part>
      )}
      {labels && (
        <Part title={t('summary.entities')}>
          <p className="t-soft">{t('summary.labels.note', { row: rows.one })}</p>
          <FoundTable things={labels} of="label" />
        </Part>
      )}
      {boxes && (
        <Part title={t('summary.boxes')}>
          <p className="t-soft">{t('summary.boxes.note', { score: SHOWN_SCORE })}</p>
          <BoxTable boxes={boxes.map(boxLineOf)} />
        </Part>
      )}
      {residuals && (
        <Part title={t('summary.residuals')}>
          <p className="t-soft">{t('summary.residuals.note', { label, rows: rows.count(residuals.rows) })}</p>
          <Facts
            items={[
              { term: t('summary.mae'), value: formatSignificant(residuals.mae) },
              { term: t('summary.rmse'), value: formatSignificant(residuals.rmse) },
              { term: t('summary.mean'), value: formatSignificant(residuals.mean) },
            ]}
          />
          <ResidualsChart label={label} residuals={residuals} contentType={resultContentType(result)} />
        </Part>
      )}
      <Part title={t('summary.scores')}>
        {results && (
          <p>
            {results
              .slice(0, MAX_NAMED)
              .map(({ name, rows: count }) => {
                const key = COUNT_KEYS[output?.kind ?? 'number']
                return key ? t(key, { name, count }) : t('summary.result', { name, rows: rows.count(count) })
              })
              .join(' · ')}
            {results.length > MAX_NAMED && ` · ${t('summary.results.more', { count: results.length - MAX_NAMED })}`}
          </p>
        )}
        <Scores scores={scores} output={output} rows={rows.many} />
      </Part>
    </>
  )
}

/** Counts the items of each class, for kinds of data that have no rows. */
const COUNT_KEYS: Partial<Record<NonNullable<Inference['output']>['kind'], 'summary.entity' | 'summary.box'>> = {
  entities: 'summary.entity',
  boxes: 'summary.box',
}

const boxLineOf = ({ type, found, there, predicted }: FoundCounts) => ({
  type,
  precision: shareOf(found, predicted),
  recall: shareOf(found, there),
  found,
  missed: there - found,
  falseAlarms: predicted - found,
})

/** Precision and recall for each kind or label, with their counts. */
function FoundTable({ things, of }: { things: FoundCounts[]; of: 'entity' | 'label' }) {
  const shares = things.map(({ type, found, there, predicted }) => ({
    type,
    precision: shareOf(found, predicted),
    recall: shareOf(found, there),
    f1: shareOf(found, (there + predicted) / 2),
  }))
  return <EntityTable entities={shares} of={of} />
}

interface ScoresProps {
  scores: InferenceSummary['scores']
  output: Inference['output']
  rows: string
}

function Scores({ scores, output, rows }: ScoresProps) {
  const t = usePhrases(phrases)
  const kind = output?.kind ?? 'number'
  const axis = {
    classes: scores.class === null ? t('summary.axis.predicted') : t('summary.axis.class', { name: scores.class }),
    number: t('summary.axis.number', { label: output?.label ?? '' }),
    survival: t('result.hazard', { label: output?.label ?? '' }),
    clusters: t('result.distance'),
    entities: t('summary.axis.entities'),
    labels: t('summary.axis.labels'),
    boxes: t('summary.axis.boxes'),
  }[kind]
  return (
    <BinsChart
      bins={scores}
      label={t('summary.scores')}
      axis={axis}
      range={axis}
      rows={rows}
      {...(kind === 'classes' && { textOf: wholePercent })}
    />
  )
}

const wholePercent = (share: number) => `${Math.round(share * 100)}%`

function OutsideRows({ outside, rowCount }: { outside: NonNullable<InferenceSummary['outside']>; rowCount: number }) {
  const t = usePhrases(phrases)
  if (outside.rows === 0) return <p>{t('outside.none')}</p>
  const columns = outside.columns.slice(0, MAX_NAMED).map(({ column, rows }) => t('outside.column', { column, rows }))
  const share = formatPercent(rowCount > 0 ? outside.rows / rowCount : 0)
  return (
    <Alert
      type="warning"
      showIcon
      title={t('outside.rows', { count: outside.rows, all: formatNumber(rowCount), share })}
      description={
        <>
          <p>{t('outside.rows.reason')}</p>
          <p>
            {columns.join(' · ')}
            {outside.columns.length > MAX_NAMED && ' …'}
          </p>
        </>
      }
    />
  )
}

interface OtherProps {
  otherLabels: NonNullable<InferenceSummary['otherLabels']>
  output: Inference['output']
}

/** Lists labels in the data that are no class of the model. If no label is a class, there is no score. */
function OtherLabels({ otherLabels: { names, isScored }, output }: OtherProps) {
  const t = usePhrases(phrases)
  const classes = output && 'classes' in output ? output.classes.map(String) : []
  const label = output?.label ?? ''
  const few = (all: string[]) =>
    [...all.slice(0, MAX_NAMED), ...(all.length > MAX_NAMED ? ['…'] : [])].join(t('list.separator'))
  return (
    <Alert
      type="warning"
      showIcon
      title={t(isScored ? 'summary.others.some' : 'summary.others.all', { label })}
      description={
        <>
          <p>{t('summary.others.data', { names: few(names.map(({ name }) => name)) })}</p>
          <p>{t('summary.others.model', { names: few(classes) })}</p>
          <p>{t(isScored ? 'summary.others.some.next' : 'summary.others.all.next', { label })}</p>
        </>
      }
    />
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="t-stack t-stack-tight">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
