import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Algorithm, ColumnProfile, LabelKind, Parameters, TaskDetail } from '@tessera/contract'
import { Button, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { ErrorNote, StatusTag } from '../../ui/index.ts'
import { algorithmsQuery, updateTask } from './api.ts'
import { initiatorDatasetQuery, profilesQuery } from './data-api.ts'
import { labelKindOf } from './label-kind.ts'
import { ParameterEditor } from './ParameterEditor.tsx'
import { startingValues } from './parameter-values.ts'
import { taskPhrases } from './phrases.ts'

/** Which algorithm trains, and how. */
export function AlgorithmStep({ task, onDone }: { task: TaskDetail; onDone: () => void }) {
  const algorithms = useQuery(algorithmsQuery())
  const labelKind = useLabelKind(task)
  if (algorithms.isPending) return <Skeleton active />
  if (algorithms.isError) return <ErrorNote error={algorithms.error} onRetry={() => void algorithms.refetch()} />
  return <AlgorithmForm task={task} algorithms={algorithms.data} labelKind={labelKind} onDone={onDone} />
}

/** What kind of thing the label is, from the column's profile at the edge; null while unknown. */
function useLabelKind(task: TaskDetail): LabelKind | null {
  const dataset = useQuery(initiatorDatasetQuery(task.id))
  const tableName = dataset.data?.tableName
  const profiles = useQuery({ ...profilesQuery(tableName ?? ''), enabled: tableName !== undefined })
  const profile = profiles.data?.find(({ name }: ColumnProfile) => name === task.columnSelection?.label)
  return profile ? labelKindOf(profile) : null
}

interface FormProps {
  task: TaskDetail
  algorithms: Algorithm[]
  labelKind: LabelKind | null
  onDone: () => void
}

function AlgorithmForm({ task, algorithms, labelKind, onDone }: FormProps) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const [chosenId, setChosenId] = useState(task.algorithms[0]?.id ?? null)
  const algorithm = algorithms.find(({ id }) => id === chosenId)
  const [values, setValues] = useState<Parameters | null>(() =>
    algorithm ? startingValues(algorithm.parameterDescriptions, task.parameters) : {},
  )
  const save = useMutation({
    mutationFn: (parameters: Parameters) =>
      updateTask({ taskId: task.id, parameters, ...(chosenId ? { algorithmId: chosenId } : {}) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['task', task.id] })
      onDone()
    },
  })
  const choose = (id: string) => {
    const next = algorithms.find((candidate) => candidate.id === id)
    setChosenId(id)
    setValues(next ? startingValues(next.parameterDescriptions, task.parameters) : {})
  }
  return (
    <div className="t-stack">
      <Radio.Group
        className="task-choices"
        aria-label={t('algorithm.list')}
        value={chosenId}
        onChange={(event) => choose(event.target.value)}
      >
        {algorithms.map((candidate) => (
          <AlgorithmChoice key={candidate.id} algorithm={candidate} labelKind={labelKind} />
        ))}
      </Radio.Group>
      {algorithm && (
        <ParameterEditor
          key={algorithm.id}
          descriptions={algorithm.parameterDescriptions}
          values={values ?? {}}
          onChange={setValues}
        />
      )}
      <ErrorNote error={save.error} />
      {task.planHash && <p className="t-soft">{t('algorithm.staleWarning')}</p>}
      <div>
        <Button
          type="primary"
          disabled={!algorithm || values === null}
          loading={save.isPending}
          onClick={() => values && save.mutate(values)}
        >
          {t('algorithm.submit')}
        </Button>
      </div>
    </div>
  )
}

function AlgorithmChoice({ algorithm, labelKind }: { algorithm: Algorithm; labelKind: LabelKind | null }) {
  const t = usePhrases(taskPhrases)
  const [language] = useLanguage()
  const fits = labelKind === null ? null : algorithm.labelKinds.includes(labelKind)
  const kinds = algorithm.labelKinds.map((kind) => t(`labelkind.${kind}`)).join(t('list.separator'))
  return (
    <Radio value={algorithm.id} className="task-choice">
      <span className="t-row">
        <strong>{language === 'en' ? algorithm.nameEn : algorithm.nameCn}</strong>
        {fits !== null && (
          <StatusTag
            tone={fits ? 'success' : 'warning'}
            text={fits ? t('algorithm.fits') : t('algorithm.unfit', { kinds })}
          />
        )}
      </span>
      <span className="t-soft">{algorithm.introduction[language]}</span>
    </Radio>
  )
}
