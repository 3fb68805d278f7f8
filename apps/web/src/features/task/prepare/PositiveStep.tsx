import { useQueryClient } from '@tanstack/react-query'
import { type TaskDetail, truthOf } from '@tessera/contract'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { selectColumns } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { savingStep } from './prepare-steps.ts'

/** Chooses which class of a binary label is positive. The results refer to the positive class. */
export function PositiveStep({ task, onDone }: { task: TaskDetail; onDone: () => void }) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const [chosen, setChosen] = useState(() => proposedFor(task))
  const { columnSelection, positive } = task
  const save = useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: async () => {
      if (!columnSelection || chosen === undefined) return
      await selectColumns({ taskId: task.id, columnSelection: { ...columnSelection, positive: chosen } })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['task', task.id] })
      onDone()
    },
  })
  if (!positive) return null
  return (
    <div className="t-stack">
      <p>{t('positive.help')}</p>
      <Radio.Group
        aria-label={t('prepare.positive')}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={positive.classes.toSorted().map((name) => ({ value: name, label: name }))}
      />
      <ErrorNote error={save.error} />
      {task.planHash && <p className="t-soft">{t('algorithm.staleWarning')}</p>}
      <div>
        <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
          {t('positive.submit')}
        </Button>
      </div>
    </div>
  )
}

/** Returns the chosen positive class, or else the class that means yes, or else the rarer class. */
export function proposedFor({ positive, classRows }: Pick<TaskDetail, 'positive' | 'classRows'>): string | undefined {
  if (!positive || positive.isChosen) return positive?.classes[1]
  const yes = positive.classes.find((name) => truthOf(name) === true)
  const [rarest, other] = (classRows?.classes ?? []).toSorted((one, next) => one.rows - next.rows)
  return yes ?? (rarest && other && rarest.rows < other.rows ? rarest.name : positive.classes[1])
}
