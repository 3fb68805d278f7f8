import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Algorithm,
  type ColumnSelection,
  type Dataset,
  dataKindOf,
  isPredicting,
  isTimed,
  MAX_NAME,
  type TaskDetail,
  targetsOf,
  tellsPersonsApart,
} from '@tessera/contract'
import { Button, Input, Select, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { isNumeric } from '../../../lib/is-numeric.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { CheckList, ErrorNote } from '../../../ui/index.ts'
import { algorithmsQuery, selectColumns } from '../api.ts'
import { initiatorDatasetQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { savingStep } from './prepare-steps.ts'

/** Selects the columns that every party grants and, if the task predicts, the label. */
export function ColumnsStep({ task, onDone }: { task: TaskDetail; onDone: () => void }) {
  const dataset = useQuery(initiatorDatasetQuery(task.id))
  const chosen = task.algorithms[0]
  const algorithms = useQuery({ ...algorithmsQuery(), enabled: chosen !== undefined })
  if (dataset.isPending || algorithms.isLoading) return <Skeleton active />
  const { error, refetch } = dataset.isError ? dataset : algorithms
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  const algorithm = algorithms.data?.find(({ id }) => id === chosen?.id)
  const form = dataset.data && { task, dataset: dataset.data, algorithm, onDone }
  return form && <ColumnsForm key={`${form.dataset.id} ${algorithm?.id}`} {...form} />
}

interface FormProps {
  task: TaskDetail
  dataset: Dataset
  /** The algorithm of the task. Undefined while none is chosen. */
  algorithm: Algorithm | undefined
  onDone: () => void
}

function ColumnsForm({ task, dataset, algorithm, onDone }: FormProps) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const [language] = useLanguage()
  const hasLabel = algorithm === undefined || isPredicting(algorithm)
  const hasTime = algorithm !== undefined && isTimed(algorithm)
  const known = task.columnSelection
  const [label, setLabel] = useState(known?.label && dataset.columns.includes(known.label) ? known.label : null)
  const [time, setTime] = useState(known?.time && dataset.columns.includes(known.time) ? known.time : null)
  const [event, setEvent] = useState(known?.event ?? '')
  const proposed = known?.columns ?? task.proposedColumns
  const given = inputsOf(dataset)
  const [columns, setColumns] = useState(
    () =>
      new Set(
        given ??
          proposed?.filter(within(dataset)) ??
          dataset.columns.filter((column) => !isDate(dataset, column) && !isOfPersons(dataset, column)),
      ),
  )
  const [isTried, setTried] = useState(false)
  const aims = hasTime ? [label, time] : [label]
  const usable = dataset.columns.filter((column) => mayBeFeature(dataset, column))
  const features = usable.filter((column) => !aims.includes(column) && columns.has(column))
  const dates = given ? [] : [...features, ...aims].filter((column) => column !== null && isDate(dataset, column))
  const problem = problemOf({ features, label, time }, { hasLabel, hasTime, hasColumns: given?.length !== 0 })
  const columnSelection: ColumnSelection = {
    columns: features,
    label,
    ...(known?.positive !== undefined && known.label === label ? { positive: known.positive } : {}),
    ...(hasTime && time !== null ? { time } : {}),
    ...(hasTime && event.trim() !== '' ? { event: event.trim() } : {}),
  }

  const save = useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: () => selectColumns({ taskId: task.id, columnSelection }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['task', task.id] })
      onDone()
    },
  })
  const submit = () => {
    setTried(true)
    if (!problem && dates.length === 0) save.mutate()
  }
  if (hasLabel && !given && dataset.columns.length < 2) {
    return <p role="status">{t('columns.onlyLabel', { name: dataset.name })}</p>
  }
  return (
    <div className="t-stack">
      {!known && task.proposedColumns && <p>{t('columns.proposed')}</p>}
      {hasLabel ? (
        <LabelField dataset={dataset} label={label} isEvent={hasTime} algorithm={algorithm} onChange={setLabel} />
      ) : (
        <p>{t('columns.noLabel', { algorithm: algorithm.name[language] })}</p>
      )}
      {hasTime && <EventField event={event} onChange={setEvent} />}
      {hasTime && (
        <TimeField columns={dataset.columns.filter((column) => column !== label)} time={time} onChange={setTime} />
      )}
      {given && <p>{given.length > 0 ? t('columns.texts', { columns: given.join(', ') }) : t('columns.pictures')}</p>}
      {!given && (
        <FeatureList
          legend={t(hasLabel ? 'columns.features' : 'columns.used')}
          dataset={dataset}
          columns={usable}
          label={label}
          time={hasTime ? time : null}
          chosen={columns}
          onChange={setColumns}
        />
      )}
      {dates.length > 0 && (
        <p role="alert" className="task-problem">
          {t('columns.date', { columns: dates.join(t('list.separator')), count: dates.length })}
        </p>
      )}
      {isTried && problem && (
        <p role="alert" className="task-problem">
          {t(problem)}
        </p>
      )}
      <ErrorNote error={save.error} />
      {task.planHash && <p className="t-soft">{t('algorithm.staleWarning')}</p>}
      <div>
        <Button type="primary" loading={save.isPending} onClick={submit}>
          {t(hasLabel ? 'columns.submit' : 'columns.submit.noLabel')}
        </Button>
      </div>
    </div>
  )
}

interface Chosen {
  features: string[]
  label: string | null
  time: string | null
}

interface Needed {
  hasLabel: boolean
  hasTime: boolean
  /** Whether the task predicts from columns, not from pictures. */
  hasColumns: boolean
}

function problemOf({ features, label, time }: Chosen, { hasLabel, hasTime, hasColumns }: Needed) {
  if (hasTime && label === null) return 'columns.needEvent'
  if (hasTime && (time === null || time === label)) return 'columns.needTime'
  if (hasColumns && features.length === 0) return hasLabel ? 'columns.needFeature' : 'columns.needColumn'
  return hasLabel && label === null ? 'columns.needLabel' : null
}

interface LabelProps {
  dataset: Dataset
  label: string | null
  /** Whether the label records if an event occurred, as in survival analysis. */
  isEvent: boolean
  algorithm: Algorithm | undefined
  onChange: (label: string) => void
}

function LabelField({ dataset, label, isEvent, algorithm, onChange }: LabelProps) {
  const t = usePhrases(taskPhrases)
  const [language] = useLanguage()
  const id = useId()
  const helpId = useId()
  const counting = algorithm && targetsOf(algorithm.labelKinds).includes('count') ? algorithm : undefined
  // An algorithm without a label supports only data without declared labels, that is, tables.
  const mayBeLabelless = !dataKindOf(dataset.contentType).declaresLabels
  const help = counting
    ? t('columns.label.count', { algorithm: counting.name[language] })
    : !algorithm && mayBeLabelless
      ? t('columns.label.help')
      : null
  return (
    <div>
      <label htmlFor={id} className="task-field">
        {t(isEvent ? 'columns.event' : 'columns.label')}
      </label>
      <Select
        id={id}
        className="task-label-select"
        aria-describedby={help ? helpId : undefined}
        placeholder={t(isEvent ? 'columns.event.placeholder' : 'columns.label.placeholder')}
        showSearch
        value={label}
        onChange={onChange}
        options={labelsOf(dataset).map((column) => ({
          value: column,
          label: column,
          disabled: counting !== undefined && !isNumeric(dataset.columnTypes[column]),
        }))}
      />
      {help && (
        <p id={helpId} className="t-soft">
          {help}
        </p>
      )}
    </div>
  )
}

/** Chooses which of the two values means that the event occurred. */
function EventField({ event, onChange }: { event: string; onChange: (event: string) => void }) {
  const t = usePhrases(taskPhrases)
  const id = useId()
  const helpId = useId()
  return (
    <div>
      <label htmlFor={id} className="task-field">
        {t('columns.eventValue')}
      </label>
      <Input
        id={id}
        className="task-label-select"
        aria-describedby={helpId}
        maxLength={MAX_NAME}
        value={event}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={helpId} className="t-soft">
        {t('columns.eventValue.help')}
      </p>
    </div>
  )
}

interface TimeProps {
  columns: string[]
  time: string | null
  onChange: (time: string) => void
}

/** Chooses the column with the follow-up time of each row. */
function TimeField({ columns, time, onChange }: TimeProps) {
  const t = usePhrases(taskPhrases)
  const id = useId()
  const helpId = useId()
  return (
    <div>
      <label htmlFor={id} className="task-field">
        {t('columns.time')}
      </label>
      <Select
        id={id}
        className="task-label-select"
        aria-describedby={helpId}
        placeholder={t('columns.time.placeholder')}
        showSearch
        value={time}
        onChange={onChange}
        options={columns.map((column) => ({ value: column, label: column }))}
      />
      <p id={helpId} className="t-soft">
        {t('columns.time.help')}
      </p>
    </div>
  )
}

/** Returns the columns that can be the label: the declared label columns, or all columns. */
const labelsOf = ({ labelColumns, columns }: Dataset) => (labelColumns.length > 0 ? labelColumns : columns)

/** Returns whether a column can be a feature. Some kinds of data have only numeric features. */
const mayBeFeature = ({ contentType, columnTypes }: Dataset, column: string) =>
  !dataKindOf(contentType).hasOnlyNumbers || ['number', 'integer'].includes(columnTypes[column] ?? '')

/** Returns the features if the kind of data determines them, otherwise null. */
function inputsOf({ contentType, columns, labelColumns }: Dataset): string[] | null {
  const { inputs } = dataKindOf(contentType)
  if (inputs === 'row') return []
  return inputs === 'all' ? columns.filter((column) => !labelColumns.includes(column)) : null
}

const isDate = ({ columnTypes }: Dataset, column: string) => columnTypes[column] === 'date'

/**
 * Returns whether a column identifies persons. A model cannot generalise from such a column, and the plan would
 * disclose its values.
 */
const isOfPersons = ({ columnTypes, repeatedId }: Dataset, column: string) =>
  column === repeatedId || (['text', 'integer'].includes(columnTypes[column] ?? '') && tellsPersonsApart(column))

const within = (dataset: Dataset) => (column: string) => dataset.columns.includes(column)

interface FeatureProps {
  legend: string
  dataset: Dataset
  /** The columns from which the user can select. */
  columns: string[]
  label: string | null
  time: string | null
  chosen: Set<string>
  onChange: (chosen: Set<string>) => void
}

function FeatureList({ legend, dataset, columns, label, time, chosen, onChange }: FeatureProps) {
  const t = usePhrases(taskPhrases)
  const typeOf = (column: string) => {
    const type = dataset.columnTypes[column]
    if (!type) return undefined
    const name = t(`columntype.${type}`)
    return isOfPersons(dataset, column) ? t('columns.ofPersons', { type: name }) : name
  }
  return (
    <CheckList
      legend={legend}
      allText={t('columns.all')}
      chosenText={(count) => t('columns.chosen', { count })}
      searchText={t('columns.search')}
      items={columns.map((column) => ({
        name: column,
        isFixed: column === label || column === time,
        note:
          column === label || column === time
            ? t(column === label ? 'columns.isLabel' : 'columns.isTime')
            : typeOf(column),
      }))}
      chosen={chosen}
      onChange={onChange}
    />
  )
}
