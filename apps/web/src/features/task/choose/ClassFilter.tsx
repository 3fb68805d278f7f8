import { useQuery } from '@tanstack/react-query'
import type { Dataset, RowFilter } from '@tessera/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { ErrorNote, useSelectClear } from '../../../ui/index.ts'
import { classesQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'

/** Narrows pictures to one class of one of their label columns. */
export function ClassFilter({ dataset, onChange }: { dataset: Dataset; onChange: (filter: RowFilter | null) => void }) {
  const t = usePhrases(taskPhrases)
  const clear = useSelectClear()
  const [column, setColumn] = useState(dataset.labelColumns[0] ?? '')
  const [name, setName] = useState<string | null>(null)
  const classes = useQuery({ ...classesQuery(dataset.tableName, column), enabled: column !== '' })
  if (dataset.labelColumns.length === 0) return null
  const choose = (chosen: string | null, of = column) => {
    setColumn(of)
    setName(chosen)
    onChange(chosen === null ? null : { column: of, test: 'equals', value: chosen })
  }
  return (
    <>
      <div className="t-row">
        <Select
          className="task-filter"
          size="small"
          aria-label={t('dataset.label.column')}
          value={column}
          onChange={(chosen) => choose(null, chosen)}
          options={dataset.labelColumns.map((label) => ({ value: label, label }))}
        />
        <Select
          className="task-filter"
          size="small"
          aria-label={t('dataset.label.class', { label: column })}
          placeholder={t('dataset.label.all')}
          allowClear={clear}
          showSearch
          loading={classes.isPending}
          value={name}
          onChange={(chosen) => choose(chosen ?? null)}
          options={(classes.data ?? []).map((one) => ({
            value: one.name,
            label: t('classes.item', { name: one.name, count: one.count }),
          }))}
        />
      </div>
      {classes.isError && <ErrorNote error={classes.error} onRetry={() => void classes.refetch()} />}
    </>
  )
}
