import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import {
  categoryOf,
  type Entity,
  inputColumnsOf,
  isSameEntity,
  labelsIn,
  labelsSaid,
  markedIn,
  type Outside,
  outsidesOf,
  type Prediction,
  type TableRow,
} from '@tessera/contract'
import { Button, Drawer, Table } from 'antd'
import { useState } from 'react'
import { MarkedText } from '../../../kinds/texts/Marked.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag, useCellText, usePageNames, wideTable } from '../../../ui/index.ts'
import type { AnswerSource } from '../answer-source.ts'
import { WhyAnswer } from '../explain/WhyAnswer.tsx'
import { WhyKeptPicture, WhyPicture } from '../explain/WhyPicture.tsx'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { AnswerPicture } from '../results/AnswerPicture.tsx'
import { useAnswerText } from '../results/answer.ts'
import { BoxCounts, BoxesAnswer } from '../results/BoxesAnswer.tsx'
import { EntitiesAnswer } from '../results/EntitiesAnswer.tsx'
import { OutsideAlert } from '../results/OutsideAlert.tsx'
import { ProbabilityBars } from '../results/ProbabilityBars.tsx'
import { keptPictureOf } from './picture-row.ts'

const PAGE = 10
const WIDE = wideTable('max-content')
type Row = Prediction & { number: number; outsides: Outside[] }

interface Props {
  predictions: Prediction[]
  header: string[]
  source: AnswerSource
  /**
   * Whether `rows` is one page of many. In that case, the caller shows the pagination, and row ids identify the rows.
   */
  isOnePage?: boolean
  isLoading?: boolean
  /** The pictures that the user has just chosen. */
  files?: (File | undefined)[]
}

/** A table of rows with their predictions and, if known, the true values. */
export function PredictionTable({
  predictions,
  header,
  source,
  isOnePage = false,
  isLoading = false,
  files = [],
}: Props) {
  const t = usePhrases(phrases)
  const itemRender = usePageNames()
  const textOf = useCellText()
  const answerOf = useAnswerText()
  const [opened, setOpened] = useState<Row | null>(null)
  const { input, output } = source
  const label = output?.label ?? ''
  const inputs = input ? inputColumnsOf(input) : []
  // For texts, the text is the first column. For table rows, users look for the prediction first.
  const textColumn = input?.kind === 'texts' ? input.column : null
  const isText = textColumn !== null
  const isPicture = input?.kind === 'pictures'
  const isGraph = input?.kind === 'graph'
  // Omits the column of tokens, because the text itself is shown with its marks.
  const kinds = output?.kind === 'entities' ? output.classes : []
  const tokens = input?.kind === 'tokens' ? input.column : ''
  const classes = output?.kind === 'classes' ? output.classes.map(String) : []
  const labels = output?.kind === 'labels' ? output.classes : []
  const boxes = output?.kind === 'boxes' ? output : null
  const isExplained = !isGraph && !boxes
  const rows: Row[] = predictions.map((prediction, at) => {
    return { ...prediction, number: at + 1, outsides: outsidesOf(inputs, prediction.data) }
  })
  // Shows no true value beside a hazard, because whether the event occurred does not tell which hazard is correct.
  const hasTruth = rows.some(
    ({ kind, data }) => kind !== 'survival' && data[label] !== undefined && data[label] !== null,
  )
  const shown = header
    .filter((name) => name !== label && name !== tokens)
    .map((name) => ({
      key: `data ${name}`,
      title: isGraph && name === 'node' ? t('graph.node') : name,
      render: (_value: unknown, { data }: Row) =>
        name === textColumn ? <div className={styles.excerpt}>{textOf(data[name])}</div> : textOf(data[name]),
    }))
  const fileOf = ({ number }: Row) => files[number - 1]
  const titleOf = (row: Row) => {
    if (row.kind === 'boxes') return String(row.data.name ?? '')
    return row.kind === 'entities' ? t('why.title') : t('why.of', { result: answerOf(row) })
  }
  return (
    <>
      <Table<Row>
        size="small"
        rowKey="number"
        dataSource={rows}
        loading={isLoading}
        components={WIDE}
        pagination={isOnePage ? false : { pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, itemRender }}
        columns={[
          ...(isOnePage ? [] : [{ title: '#', dataIndex: 'number', width: 48 }]),
          ...(isPicture
            ? [
                {
                  title: t('result.picture'),
                  render: (_value: unknown, row: Row) => (
                    <AnswerPicture prediction={row} source={source} file={fileOf(row)} />
                  ),
                },
              ]
            : []),
          ...(isText ? shown : []),
          { title: t('result.column'), render: (_value, row) => <AnswerCell row={row} kinds={kinds} /> },
          ...(hasTruth
            ? [
                {
                  title: t('result.expected'),
                  render: (_value: unknown, row: Row) =>
                    row.kind === 'boxes' ? (
                      boxes && <BoxCounts prediction={row} output={boxes} />
                    ) : (
                      <Truth row={row} truth={row.data[label]} tokens={tokens} labels={labels} classes={classes} />
                    ),
                },
              ]
            : []),
          ...besideOf(rows).map((beside) => ({
            title: t(`result.${beside}`),
            width: 220,
            render: (_value: unknown, row: Row) => <Beside row={row} />,
          })),
          ...(boxes
            ? [
                {
                  title: t('boxes.title'),
                  render: (_value: unknown, row: Row) => (
                    <Button size="small" onClick={() => setOpened(row)}>
                      {t('boxes.open')}
                    </Button>
                  ),
                },
              ]
            : []),
          ...(source.explain && isExplained
            ? [
                {
                  title: t('why.short'),
                  render: (_value: unknown, row: Row) =>
                    (!isPicture || fileOf(row) || keptPictureOf(row)) &&
                    (row.kind !== 'entities' || row.entities.length > 0) && (
                      <Button size="small" onClick={() => setOpened(row)}>
                        {t('why.ask')}
                      </Button>
                    ),
                },
              ]
            : []),
          ...(isText || isPicture ? [] : shown),
        ]}
      />
      <Drawer
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened && titleOf(opened)}
        size={640}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        destroyOnHidden
      >
        {opened && (
          <div className="t-stack">
            {opened.outsides.length > 0 && <OutsideAlert outsides={opened.outsides} />}
            {opened.kind === 'boxes' ? (
              boxes && <BoxesAnswer prediction={opened} output={boxes} source={source} file={fileOf(opened)} />
            ) : (
              <Why source={source} row={opened} file={fileOf(opened)} />
            )}
          </div>
        )}
      </Drawer>
    </>
  )
}

function Why({ source, row, file }: { source: AnswerSource; row: Row; file: File | undefined }) {
  const { input } = source
  if (row.kind === 'entities') return <EntitiesAnswer prediction={row} source={source} />
  if (input?.kind !== 'pictures') return <WhyAnswer source={source} row={row.data} />
  if (file) return <WhyPicture source={source} input={input} file={file} />
  const picture = keptPictureOf(row)
  return picture && <WhyKeptPicture source={source} input={input} picture={picture} />
}

/** The prediction, marked if the training data contain hardly any similar row. */
function AnswerCell({ row, kinds }: { row: Row; kinds: string[] }) {
  const t = usePhrases(phrases)
  const answerOf = useAnswerText()
  if (row.kind === 'entities') return <MarkedText text={row.text} entities={row.entities} kinds={kinds} />
  if (row.kind === 'boxes' && row.result === '') return <span className="t-soft">{t('boxes.none')}</span>
  if (row.outsides.length === 0) return <strong>{answerOf(row)}</strong>
  const columns = row.outsides.map(({ column }) => column).join(', ')
  return (
    <>
      <StatusTag tone="warning" text={t('outside.mark', { columns })} /> {answerOf(row)}
    </>
  )
}

/** Returns the columns that belong to a prediction of this kind. A predicted number has no further columns. */
function besideOf([row]: Row[]): ('probabilities' | 'distance')[] {
  if (row?.kind === 'classes' || row?.kind === 'labels') return ['probabilities']
  return row?.kind === 'clusters' ? ['distance'] : []
}

function Beside({ row }: { row: Row }) {
  const t = usePhrases(phrases)
  // Shows no percentage for such a row, because it would suggest the same certainty as for other rows.
  if (row.outsides.length > 0) return <span className="t-soft">{t('outside.guess')}</span>
  if ('probabilities' in row) return <ProbabilityBars probabilities={row.probabilities} limit={3} />
  return row.kind === 'clusters' ? formatNumber(row.distance) : null
}

interface TruthProps {
  row: Row
  truth: TableRow[string] | undefined
  /** The column with a text's tokens; the true values are their tags. */
  tokens: string
  /** The labels that the model predicts. */
  labels: string[]
  classes: string[]
}

function Truth({ row, truth, tokens, labels, classes }: TruthProps) {
  const text = String(truth ?? '')
  if (text === '') return null
  // A predicted number can be close to the true one or not, but is never correct or wrong.
  if (row.kind === 'number') return <span className="t-num">{text}</span>
  if (row.kind === 'entities') return <Marks predicted={row.entities} marked={markedIn(row.data[tokens], truth)} />
  if (row.kind === 'labels') return <Labels row={row} there={labelsIn(text)} labels={labels} />
  const meant = categoryOf(classes, text)
  // The prediction is neither correct nor wrong if the true label is no class of the model.
  if (!classes.includes(meant)) return text
  return <Agreement agrees={meant === row.result} text={text} />
}

interface LabelsProps extends Pick<TruthProps, 'labels'> {
  row: Extract<Row, { kind: 'labels' }>
  there: string[]
}

/** Lists each true label and whether it was predicted, and then the predicted labels that are not true. */
function Labels({ row, there, labels }: LabelsProps) {
  const t = usePhrases(phrases)
  const predicted = labelsSaid(labels, row.probabilities)
  const wrong = predicted.filter((label) => !there.includes(label))
  if (there.length === 0) return <Agreement agrees={wrong.length === 0} text={t('result.labels.none')} />
  return (
    <>
      {there.map((label) => (
        <div key={label}>
          <Agreement agrees={predicted.includes(label)} text={label} />
        </div>
      ))}
      {wrong.map((label) => (
        <div key={label}>
          <Agreement agrees={false} text={t('result.labels.wrong', { label })} />
        </div>
      ))}
    </>
  )
}

/** Lists each true entity and whether it was found. */
function Marks({ predicted, marked }: { predicted: Entity[]; marked: ReturnType<typeof markedIn> }) {
  const letters = Array.from(marked?.text ?? '')
  return marked?.entities.map((one) => (
    <div key={`${one.start} ${one.type}`}>
      <Agreement
        agrees={predicted.some((other) => isSameEntity(one, other))}
        text={`${one.type}: ${letters.slice(one.start, one.end).join('')}`}
      />
    </div>
  ))
}

function Agreement({ agrees, text }: { agrees: boolean; text: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap', color: `var(--t-${agrees ? 'success' : 'error'})` }}>
      {agrees ? <CheckOutlined aria-hidden="true" /> : <CloseOutlined aria-hidden="true" />} {text}
    </span>
  )
}
