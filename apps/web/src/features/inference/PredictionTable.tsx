import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import type { InferenceResult, Prediction } from '@tessera/contract'
import { Table } from 'antd'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useCellText, usePageNames } from '../../ui/index.ts'
import { answerText } from './answer.ts'
import { ProbabilityBars } from './ProbabilityBars.tsx'
import { phrases } from './phrases.ts'

const PAGE = 10
type Row = Prediction & { number: number }

/** Every row with what the model said of it, and what the data says where it does. */
export function PredictionTable({ result, label }: { result: InferenceResult; label: string }) {
  const t = usePhrases(phrases)
  const itemRender = usePageNames()
  const textOf = useCellText()
  const rows: Row[] = result.predictions.map((prediction, at) => ({ ...prediction, number: at + 1 }))
  // Whether an event happened does not say which hazard was right.
  const hasTruth = rows.some(
    ({ kind, data }) => kind !== 'survival' && data[label] !== undefined && data[label] !== null,
  )
  const columns = result.header.filter((name) => name !== label)
  return (
    <Table<Row>
      size="small"
      rowKey="number"
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, itemRender }}
      columns={[
        { title: '#', dataIndex: 'number', width: 48 },
        { title: t('result.column'), render: (_value, row) => <strong>{answerText(row)}</strong> },
        ...(hasTruth
          ? [{ title: t('result.expected'), render: (_value: unknown, row: Row) => <Truth row={row} label={label} /> }]
          : []),
        ...besideOf(rows).map((beside) => ({
          title: t(`result.${beside}`),
          width: 220,
          render: (_value: unknown, row: Row) => <Beside row={row} />,
        })),
        ...columns.map((name) => ({
          key: `data ${name}`,
          title: name,
          render: (_value: unknown, { data }: Row) => textOf(data[name]),
        })),
      ]}
    />
  )
}

/** What stands beside a result, by what is predicted: nothing beside a number. */
function besideOf([row]: Row[]): ('probabilities' | 'distance')[] {
  if (row?.kind === 'classes') return ['probabilities']
  return row?.kind === 'clusters' ? ['distance'] : []
}

function Beside({ row }: { row: Row }) {
  if (row.kind === 'classes') return <ProbabilityBars probabilities={row.probabilities} limit={3} />
  return row.kind === 'clusters' ? formatNumber(row.distance) : null
}

function Truth({ row, label }: { row: Row; label: string }) {
  const truth = String(row.data[label] ?? '')
  const agrees = truth === row.result
  return (
    <span style={{ whiteSpace: 'nowrap', color: `var(--t-${agrees ? 'success' : 'error'})` }}>
      {agrees ? <CheckOutlined aria-hidden="true" /> : <CloseOutlined aria-hidden="true" />} {truth}
    </span>
  )
}
