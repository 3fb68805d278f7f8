import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Algorithm,
  COMPARE_PARAMETER,
  type ColumnSelection,
  type ContentType,
  isBoxing,
  isPredicting,
  isTimed,
  type LabelKind,
  type Parameters,
  type TaskDetail,
} from '@tessera/contract'
import { Button, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { labelKindsOf, markedKindOf } from '../../../kinds/label-kind.ts'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote, SearchBox, StatusTag } from '../../../ui/index.ts'
import { algorithmsQuery, updateTask } from '../api.ts'
import { initiatorDatasetQuery } from '../data-api.ts'
import { SmallBoxesNote } from '../detail/SmallBoxesNote.tsx'
import { taskPhrases } from '../phrases.ts'
import { proposalFor } from '../small-boxes.ts'
import { ParameterEditor } from './ParameterEditor.tsx'
import { startingValues } from './parameter-values.ts'
import { savingStep } from './prepare-steps.ts'

/** Number of algorithms above which the list has a search field. */
const LIST_AT_A_GLANCE = 8

/** Chooses the algorithm and its parameters. */
export function AlgorithmStep({ task, onDone }: { task: TaskDetail; onDone: () => void }) {
  const algorithms = useQuery(algorithmsQuery())
  const needs = useNeeds(task)
  if (algorithms.isPending) return <Skeleton active />
  if (algorithms.isError) return <ErrorNote error={algorithms.error} onRetry={() => void algorithms.refetch()} />
  return <AlgorithmForm task={task} algorithms={algorithms.data} needs={needs} onDone={onDone} />
}

/**
 * Returns the parameters to show. A single-party task has no comparison of parties, so it lacks the parameter for that.
 */
const shownParameters = ({ parameterDescriptions }: Algorithm, { researchType }: TaskDetail) =>
  parameterDescriptions.filter(({ name }) => researchType === 'federated' || name !== COMPARE_PARAMETER)

/**
 * What an algorithm must support, as far as the declaration of the initiator's data shows: the kind of data and the
 * possible kinds of its label. Null while unknown.
 */
interface Needs {
  contentType: ContentType | null
  labelKinds: LabelKind[] | null
}

function useNeeds(task: TaskDetail): Needs {
  const { data: dataset } = useQuery(initiatorDatasetQuery(task.id))
  const contentType = dataset?.contentType ?? null
  const label = task.columnSelection?.label ?? ''
  const marked = contentType && markedKindOf(contentType, label)
  if (marked) return { contentType, labelKinds: [marked] }
  const type = dataset?.columnTypes[label]
  return { contentType, labelKinds: type ? labelKindsOf(type) : null }
}

interface FormProps {
  task: TaskDetail
  algorithms: Algorithm[]
  needs: Needs
  onDone: () => void
}

function AlgorithmForm({ task, algorithms, needs, onDone }: FormProps) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const [chosenId, setChosenId] = useState(task.algorithms[0]?.id ?? null)
  const algorithm = algorithms.find(({ id }) => id === chosenId)
  const [wanted, setWanted] = useState('')
  const [values, setValues] = useState<Parameters | null>(() =>
    algorithm ? startingValues(shownParameters(algorithm, task), task.parameters) : {},
  )
  const save = useMutation({
    mutationKey: savingStep(task.id),
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
    setValues(next ? startingValues(shownParameters(next, task), task.parameters) : {})
  }
  const shown = algorithms
    .filter((one) => one.id === chosenId || isCalled(one, wanted))
    .toSorted((one, other) => RANKS[fitOf(one, needs).how] - RANKS[fitOf(other, needs).how])
  return (
    <div className="t-stack">
      {algorithms.length > LIST_AT_A_GLANCE && (
        <SearchBox value={wanted} label={t('algorithm.search')} onSearch={setWanted} />
      )}
      {!shown.some((one) => isCalled(one, wanted)) && (
        <p role="status">{t('algorithm.noneCalled', { name: wanted })}</p>
      )}
      <Radio.Group
        className="task-choices"
        aria-label={t('algorithm.list')}
        value={chosenId}
        onChange={(event) => choose(event.target.value)}
      >
        {shown.map((candidate) => (
          <AlgorithmChoice key={candidate.id} algorithm={candidate} needs={needs} />
        ))}
      </Radio.Group>
      {algorithm && (
        <ParameterEditor
          key={algorithm.id}
          descriptions={shownParameters(algorithm, task)}
          values={values ?? {}}
          onChange={setValues}
        />
      )}
      {algorithm && values && isBoxing(algorithm) && (
        <BoxSizes task={task} algorithm={algorithm} values={values} onChange={setValues} />
      )}
      <ErrorNote error={save.error} />
      {algorithm && <LabelNote selection={task.columnSelection} algorithm={algorithm} />}
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

interface BoxSizesProps {
  task: TaskDetail
  algorithm: Algorithm
  values: Parameters
  onChange: (values: Parameters) => void
}

/**
 * Shows whether boxes are large enough at the selected side of the input, and otherwise proposes a side and a number of
 * passes.
 */
function BoxSizes({ task: { classRows }, algorithm, values, onChange }: BoxSizesProps) {
  const t = usePhrases(taskPhrases)
  const proposal = proposalFor(values, algorithm.parameterDescriptions, classRows)
  return (
    <>
      <SmallBoxesNote classRows={classRows} parameters={values} />
      {proposal && (
        <div>
          <Button onClick={() => onChange({ ...values, ...proposal })}>
            {t('boxes.propose', { side: proposal.side, rounds: proposal.max_iter, passes: proposal.local_epochs })}
          </Button>
          <p className="t-soft">{t('boxes.propose.help')}</p>
        </div>
      )}
    </>
  )
}

/** Returns whether the name or introduction of an algorithm contains the text, in any language. */
function isCalled({ name, introduction }: Algorithm, wanted: string): boolean {
  const texts = [...Object.values(name), ...Object.values(introduction)]
  return texts.some((text) => text.toLowerCase().includes(wanted.toLowerCase()))
}

/**
 * Explains what happens to the selected columns if the algorithm needs a label and none is selected, or the reverse.
 */
function LabelNote({ selection, algorithm }: { selection: ColumnSelection | null; algorithm: Algorithm }) {
  const t = usePhrases(taskPhrases)
  if (selection && isTimed(algorithm) && selection.time === undefined)
    return <p role="status">{t('algorithm.needsTime')}</p>
  if (!selection || isPredicting(algorithm) === (selection.label !== null)) return null
  const { label } = selection
  return <p role="status">{label === null ? t('algorithm.needsLabel') : t('algorithm.dropsLabel', { label })}</p>
}

function AlgorithmChoice({ algorithm, needs }: { algorithm: Algorithm; needs: Needs }) {
  const [language] = useLanguage()
  return (
    <Radio value={algorithm.id} className="task-choice">
      <span className="t-row">
        <strong>{algorithm.name[language]}</strong>
        <Fit algorithm={algorithm} needs={needs} />
      </span>
      <span className="t-soft">{algorithm.introduction[language]}</span>
    </Radio>
  )
}

/** Rank of an algorithm in the list. Algorithms that fit the task come first. */
const RANKS = { fits: 0, open: 0, noLabel: 1, otherLabel: 2, otherKind: 3 }

/** Returns whether an algorithm supports this kind of data and label, and if not, which ones it supports. */
function fitOf(algorithm: Algorithm, { contentType, labelKinds: neededKinds }: Needs): Fitness {
  const { contentTypes, labelKinds } = algorithm
  if (contentType && !contentTypes.includes(contentType)) return { how: 'otherKind', kinds: contentTypes }
  if (!isPredicting(algorithm)) return { how: 'noLabel' }
  if (neededKinds === null) return { how: 'open' }
  if (isTimed(algorithm))
    return neededKinds.includes('binary') ? { how: 'fits' } : { how: 'otherLabel', labels: ['event'] }
  return neededKinds.some((kind) => labelKinds.includes(kind))
    ? { how: 'fits' }
    : { how: 'otherLabel', labels: labelKinds }
}

type Fitness =
  | { how: 'fits' | 'open' | 'noLabel' }
  | { how: 'otherKind'; kinds: readonly ContentType[] }
  | { how: 'otherLabel'; labels: readonly (LabelKind | 'event')[] }

function Fit({ algorithm, needs }: { algorithm: Algorithm; needs: Needs }) {
  const t = usePhrases(taskPhrases)
  const nameOf = useKindName()
  const fitness = fitOf(algorithm, needs)
  const unfit = (kinds: string[]) => (
    <StatusTag tone="warning" text={t('algorithm.unfit', { kinds: kinds.join(t('list.separator')) })} />
  )
  switch (fitness.how) {
    case 'open':
      return null
    case 'fits':
      return <StatusTag tone="success" text={t('algorithm.fits')} />
    case 'noLabel':
      return <StatusTag tone="neutral" text={t('algorithm.noLabel')} />
    case 'otherKind':
      return unfit(fitness.kinds.map(nameOf))
    case 'otherLabel':
      return unfit(fitness.labels.map((kind) => t(`labelkind.${kind}`)))
  }
}
