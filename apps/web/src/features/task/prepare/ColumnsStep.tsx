import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnProfile, Dataset, TaskDetail } from '@tessera/contract'
import { Button, Select, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { profilesQuery } from '../../../lib/dataset-queries.ts'
import { formatNumber } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { selectColumns } from '../api.ts'
import { initiatorDatasetQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { CheckList } from './CheckList.tsx'
import { savingStep } from './prepare-steps.ts'

/** The columns every party lends, and the one to predict. */
export function ColumnsStep({ task, onDone }: { task: TaskDetail; onDone: () => void }) {
  const dataset = useQuery(initiatorDatasetQuery(task.id))
  if (dataset.isPending) return <Skeleton active />
  if (dataset.isError) return <ErrorNote error={dataset.error} onRetry={() => void dataset.refetch()} />
  return dataset.data && <ColumnsForm key={dataset.data.id} task={task} dataset={dataset.data} onDone={onDone} />
}

function ColumnsForm({ task, dataset, onDone }: { task: TaskDetail; dataset: Dataset; onDone: () => void }) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const labelId = useId()
  const known = task.columnSelection
  const [label, setLabel] = useState(known && dataset.columns.includes(known.label) ? known.label : null)
  const [columns, setColumns] = useState(() => new Set(known?.columns.filter(within(dataset)) ?? dataset.columns))
  const [isTried, setTried] = useState(false)
  const profiles = useQuery(profilesQuery(dataset.tableName))
  const features = dataset.columns.filter((column) => column !== label && columns.has(column))
  const problem = features.length === 0 ? 'columns.needFeature' : label === null ? 'columns.needLabel' : null

  const save = useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: () => selectColumns({ taskId: task.id, columnSelection: { columns: features, label: label ?? '' } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['task', task.id] })
      onDone()
    },
  })
  const submit = () => {
    setTried(true)
    if (!problem) save.mutate()
  }
  if (dataset.columns.length < 2) return <p role="status">{t('columns.onlyLabel', { name: dataset.name })}</p>
  return (
    <div className="t-stack">
      <div>
        <label htmlFor={labelId} className="task-field">
          {t('columns.label')}
        </label>
        <Select
          id={labelId}
          className="task-label-select"
          placeholder={t('columns.label.placeholder')}
          showSearch
          value={label}
          onChange={setLabel}
          options={labelsOf(dataset).map((column) => ({ value: column, label: column }))}
        />
      </div>
      <FeatureList
        dataset={dataset}
        label={label}
        chosen={columns}
        onChange={setColumns}
        profiles={profiles.data ?? []}
      />
      {isTried && problem && (
        <p role="alert" className="task-problem">
          {t(problem)}
        </p>
      )}
      <ErrorNote error={save.error} />
      {task.planHash && <p className="t-soft">{t('algorithm.staleWarning')}</p>}
      <div>
        <Button type="primary" loading={save.isPending} onClick={submit}>
          {t('columns.submit')}
        </Button>
      </div>
    </div>
  )
}

/** Where the kind of data says which columns hold labels, one of those. */
const labelsOf = ({ labelColumns, columns }: Dataset) => (labelColumns.length > 0 ? labelColumns : columns)

const within = (dataset: Dataset) => (column: string) => dataset.columns.includes(column)

interface FeatureProps {
  dataset: Dataset
  label: string | null
  chosen: Set<string>
  onChange: (chosen: Set<string>) => void
  /** From the party's edge; without them the list says types only. */
  profiles: ColumnProfile[]
}

function FeatureList({ dataset, label, chosen, onChange, profiles }: FeatureProps) {
  const t = usePhrases(taskPhrases)
  return (
    <CheckList
      legend={t('columns.features')}
      allText={t('columns.all')}
      chosenText={(count) => t('columns.chosen', { count })}
      searchText={t('columns.search')}
      items={dataset.columns.map((column) => ({
        name: column,
        isFixed: column === label,
        note:
          column === label ? (
            t('columns.isLabel')
          ) : (
            <ColumnNote type={dataset.columnTypes[column]} profile={profiles.find(({ name }) => name === column)} />
          ),
      }))}
      chosen={chosen}
      onChange={onChange}
    />
  )
}

function ColumnNote({
  type,
  profile,
}: {
  type: ColumnProfile['type'] | undefined
  profile: ColumnProfile | undefined
}) {
  const t = usePhrases(taskPhrases)
  const notes = [type && t(`columntype.${type}`)]
  if (profile && profile.type === 'text') notes.push(t('columns.distinct', { count: profile.distinct }))
  if (profile && profile.missing > 0) notes.push(t('columns.missing', { count: formatNumber(profile.missing) }))
  return notes.filter(Boolean).join(' · ')
}
