import { useQuery, useQueryClient } from '@tanstack/react-query'
import { phrase, type StartCandidate, type TaskDetail } from '@tessera/contract'
import { Button, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { chooseStart, startsQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { savingStep } from './prepare-steps.ts'

const DRAWN = ''

/** Chooses whether training starts from a random model or from a model of the pool that fits the plan. */
export function StartStep({ task, onDone }: { task: TaskDetail; onDone: () => void }) {
  const starts = useQuery(startsQuery(task.id))
  if (starts.isPending) return <Skeleton active />
  if (starts.isError) return <ErrorNote error={starts.error} onRetry={() => void starts.refetch()} />
  return <StartForm task={task} candidates={starts.data} onDone={onDone} />
}

interface FormProps {
  task: TaskDetail
  candidates: StartCandidate[]
  onDone: () => void
}

function StartForm({ task, candidates, onDone }: FormProps) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const [chosen, setChosen] = useState(task.start?.modelId ?? DRAWN)
  const fitting = candidates.filter(({ unfit }) => unfit === null)
  const isListed = chosen === DRAWN || fitting.some(({ modelId }) => modelId === chosen)
  const save = useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: () => chooseStart({ taskId: task.id, modelId: chosen === DRAWN ? null : chosen }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['task', task.id] })
      onDone()
    },
  })
  return (
    <div className="t-stack">
      <Radio.Group
        className="task-choices"
        aria-label={t('start.list')}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <Choice value={DRAWN} title={t('start.drawn')} help={t('start.drawn.help')} />
        {fitting.map(({ modelId, model, task: made, partyName }) => (
          <Choice
            key={modelId}
            value={modelId}
            title={model}
            help={t('start.model.help', { task: made, party: partyName })}
          />
        ))}
      </Radio.Group>
      <Unfit candidates={candidates} />
      {chosen !== DRAWN && <p className="t-soft">{t('start.trust')}</p>}
      <ErrorNote error={save.error} />
      {task.planHash && <p className="t-soft">{t('algorithm.staleWarning')}</p>}
      <div>
        <Button type="primary" disabled={!isListed} loading={save.isPending} onClick={() => save.mutate()}>
          {t('start.submit')}
        </Button>
      </div>
    </div>
  )
}

function Choice({ value, title, help }: { value: string; title: string; help: string }) {
  return (
    <Radio value={value} className="task-choice">
      <strong>{title}</strong>
      <span className="t-soft">{help}</span>
    </Radio>
  )
}

/** Lists the models of this algorithm that do not fit the plan, each with the difference. */
function Unfit({ candidates }: Pick<FormProps, 'candidates'>) {
  const t = usePhrases(taskPhrases)
  const [language] = useLanguage()
  if (candidates.length === 0) return <p role="status">{t('start.none')}</p>
  const unfit = candidates.filter((one) => one.unfit !== null)
  if (unfit.length === 0) return null
  return (
    <div role="status">
      <p>{t(unfit.length === candidates.length ? 'start.noneFits' : 'start.othersUnfit')}</p>
      {unfit.map(
        ({ modelId, unfit: why }) =>
          why && (
            <p key={modelId} className="t-soft">
              {phrase(language, why.code, why.params)}
            </p>
          ),
      )}
    </div>
  )
}
