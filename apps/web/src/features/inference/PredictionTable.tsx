import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { type Inference, type Outside, outsidesOf, type Prediction, type TableRow } from '@tessera/contract'
import { Button, Drawer, Table } from 'antd'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { StatusTag, useCellText, usePageNames } from '../../ui/index.ts'
import { answerText } from './answer.ts'
import { OutsideAlert } from './OutsideAlert.tsx'
import { ProbabilityBars } from './ProbabilityBars.tsx'
import { phrases } from './phrases.ts'
import { WhyAnswer } from './WhyAnswer.tsx'

const PAGE = 10
type Row = Prediction & { number: number; outsides: Outside[] }

interface Props {
  predictions: Prediction[]
  header: string[]
  inference: Inference
  /** The caller turns the pages; rows are known by their ids. */
  isOnePage?: boolean
  isLoading?: boolean
}

/** Every row with what the model said of it, and what the data says where it does. */
export function PredictionTable({ predictions, header, inference, isOnePage = false, isLoading = false }: Props) {
  const t = usePhrases(phrases)
  const itemRender = usePageNames()
  const textOf = useCellText()
  const [asked, setAsked] = useState<Row | null>(null)
  const label = inference.output?.label ?? ''
  const inputs = inference.input?.columns ?? []
  const rows: Row[] = predictions.map((prediction, at) => {
    return { ...prediction, number: at + 1, outsides: outsidesOf(inputs, prediction.data) }
  })
  // Whether an event happened does not say which hazard was right.
  const hasTruth = rows.some(
    ({ kind, data }) => kind !== 'survival' && data[label] !== undefined && data[label] !== null,
  )
  const columns = header.filter((name) => name !== label)
  return (
    <>
      <Table<Row>
        size="small"
        rowKey="number"
        dataSource={rows}
        loading={isLoading}
        scroll={{ x: 'max-content' }}
        pagination={isOnePage ? false : { pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, itemRender }}
        columns={[
          ...(isOnePage ? [] : [{ title: '#', dataIndex: 'number', width: 48 }]),
          { title: t('result.column'), render: (_value, row) => <Said row={row} /> },
          ...(hasTruth
            ? [
                {
                  title: t('result.expected'),
                  render: (_value: unknown, row: Row) => <Truth row={row} truth={row.data[label]} />,
                },
              ]
            : []),
          ...besideOf(rows).map((beside) => ({
            title: t(`result.${beside}`),
            width: 220,
            render: (_value: unknown, row: Row) => <Beside row={row} />,
          })),
          ...(inference.abilities.run
            ? [
                {
                  title: t('why.short'),
                  render: (_value: unknown, row: Row) => (
                    <Button size="small" onClick={() => setAsked(row)}>
                      {t('why.ask')}
                    </Button>
                  ),
                },
              ]
            : []),
          ...columns.map((name) => ({
            key: `data ${name}`,
            title: name,
            render: (_value: unknown, { data }: Row) => textOf(data[name]),
          })),
        ]}
      />
      <Drawer
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && t('why.of', { result: answerText(asked) })}
        size={640}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        destroyOnHidden
      >
        {asked && (
          <div className="t-stack">
            {asked.outsides.length > 0 && <OutsideAlert outsides={asked.outsides} />}
            <WhyAnswer inference={inference} row={asked.data} />
          </div>
        )}
      </Drawer>
    </>
  )
}

/** The answer; marked where the model has hardly seen the like. */
function Said({ row }: { row: Row }) {
  const t = usePhrases(phrases)
  if (row.outsides.length === 0) return <strong>{answerText(row)}</strong>
  const columns = row.outsides.map(({ column }) => column).join(', ')
  return (
    <>
      <StatusTag tone="warning" text={t('outside.mark', { columns })} /> {answerText(row)}
    </>
  )
}

/** What stands beside a result, by what is predicted: nothing beside a number. */
function besideOf([row]: Row[]): ('probabilities' | 'distance')[] {
  if (row?.kind === 'classes') return ['probabilities']
  return row?.kind === 'clusters' ? ['distance'] : []
}

function Beside({ row }: { row: Row }) {
  const t = usePhrases(phrases)
  // A percentage would look as sure as any other.
  if (row.outsides.length > 0) return <span className="t-soft">{t('outside.guess')}</span>
  if (row.kind === 'classes') return <ProbabilityBars probabilities={row.probabilities} limit={3} />
  return row.kind === 'clusters' ? formatNumber(row.distance) : null
}

function Truth({ row, truth }: { row: Row; truth: TableRow[string] | undefined }) {
  const text = String(truth ?? '')
  if (text === '') return null
  // A number is nearer or further, never right.
  if (row.kind === 'number') return <span className="t-num">{text}</span>
  const agrees = text === row.result
  return (
    <span style={{ whiteSpace: 'nowrap', color: `var(--t-${agrees ? 'success' : 'error'})` }}>
      {agrees ? <CheckOutlined aria-hidden="true" /> : <CloseOutlined aria-hidden="true" />} {text}
    </span>
  )
}
