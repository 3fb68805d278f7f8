import { useQuery } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { Radio } from 'antd'
import { useState } from 'react'
import { PictureRows } from '../../../kinds/pictures/PictureRows.tsx'
import type { RowsProps } from '../../../kinds/rows-props.ts'
import { RowsTable } from '../../../kinds/tables/RowsTable.tsx'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { edgePictureUrl } from '../../../lib/api.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { analysisQuery, rowsQuery } from '../../../lib/party-rows.ts'
import { firstView } from '../../../lib/row-view.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { RowPicks } from './RowPicks.tsx'
import { hasRowChoice, type RowChoice, rowsAre, withRows } from './row-choice.ts'

const ROWS_PER_PAGE = 10
const PICTURES_PER_PAGE = 3

export interface RowChooserProps {
  dataset: Dataset
  choice: RowChoice
  onChange: (choice: RowChoice) => void
  /** What the task predicts, where that is chosen already. */
  label?: string | null
}

/** All rows, or those that are ticked among what the edge shows. */
export function RowChooser({ dataset, choice, onChange, label }: RowChooserProps) {
  const t = usePhrases(taskPhrases)
  const nameOf = useKindName()
  if (!hasRowChoice(dataset)) {
    return <p className="t-soft">{t('dataset.whole', { kind: nameOf(dataset.contentType) })}</p>
  }
  const of = rowsAre(dataset)
  return (
    <div className="t-stack">
      <Radio.Group
        aria-label={t(`dataset.${of}`)}
        value={choice.mode}
        onChange={(event) => onChange({ ...choice, mode: event.target.value })}
        options={[
          { value: 'all', label: t(`dataset.${of}.all`, { count: dataset.rowCount }) },
          { value: 'some', label: t(`dataset.${of}.some`) },
        ]}
      />
      {choice.mode === 'some' && <Rows key={dataset.id} {...{ dataset, choice, onChange, label }} />}
    </div>
  )
}

/** A page of rows to tick, sorted and filtered at the edge; what is ticked stays so on every page. */
function Rows({ dataset, choice, onChange, label }: RowChooserProps) {
  const hasPictures = dataset.contentType === 'vision'
  const [view, setView] = useState(() => firstView(hasPictures ? PICTURES_PER_PAGE : ROWS_PER_PAGE))
  const rows = useQuery(rowsQuery(dataset.tableName, view))
  const analysis = useQuery({ ...analysisQuery(dataset.tableName), enabled: hasPictures })
  const shown: RowsProps = {
    ...{ dataset, rows, view, onView: setView },
    ticks: { ids: choice.ids, onTick: (ids, isTicked) => onChange(withRows(choice, ids, isTicked)) },
  }
  return (
    <div className="t-stack t-stack-tight">
      <RowPicks
        dataset={dataset}
        choice={choice}
        onChange={onChange}
        filters={view.filters}
        matching={rows.data?.total ?? dataset.rowCount}
      />
      <ErrorNote error={analysis.error} onRetry={() => void analysis.refetch()} />
      {hasPictures ? (
        <PictureRows {...shown} balances={analysis.data?.classes} addressOf={edgePictureUrl} look="table" />
      ) : (
        <RowsTable {...shown} label={label ?? null} />
      )}
    </div>
  )
}
