import { useQueryClient } from '@tanstack/react-query'
import type { Registration, SelectedFeature, TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink, ErrorNote, Panel, RepeatedNote, StatusTag } from '../../../ui/index.ts'
import { startTraining } from '../api.ts'
import { namedClassesQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { useChoiceTexts } from '../use-choice-texts.ts'
import { InviteButton } from './InviteButton.tsx'
import { isReady } from './panel.ts'
import { ReadinessTable } from './ReadinessTable.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { SmallBoxesNote } from './SmallBoxesNote.tsx'
import { StartWithReadyDialog } from './StartWithReadyDialog.tsx'
import { ThinNote } from './ThinNote.tsx'

interface Props {
  task: TaskDetail
  registrations: Registration[]
  onChange: () => void
  /** Receives the id of the task that now trains: this task or a copy of it. */
  onStarted: (taskId: string) => void
}

/** Shows the initiator whether all parties are ready, and the start button. */
export function ReadyPanel({ task, registrations, onChange, onStarted }: Props) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [rules, setRules] = useState<SelectedFeature[] | null>(null)
  const ready = registrations.filter(isReady).length
  const isTooFew = task.researchType === 'federated' && registrations.length < 2
  const started = async (taskId: string) => {
    message.success(t('ready.started'))
    await client.invalidateQueries({ queryKey: ['task'] })
    onStarted(taskId)
  }
  // Lets the user assign codes to the parties' classes first. If no classes are named, starts at once.
  const begin = useMutation({
    mutationFn: () => client.fetchQuery({ ...namedClassesQuery(task.id), staleTime: 0 }),
    onSuccess: (features) => (features.length > 0 ? setRules(features) : proceed()),
  })
  const proceed = () => {
    setRules(null)
    if (ready < registrations.length) setAsking(true)
    else start.mutate()
  }
  const start = useMutation({
    mutationFn: () => startTraining(task.id),
    // If fewer parties are ready than this page has assumed, the server returns a share such as "2/3". Fetches again
    // which parties are ready.
    onSuccess: async (share) => {
      if (share === null) return started(task.id)
      await client.invalidateQueries({ queryKey: ['task'] })
      setAsking(true)
    },
  })
  return (
    <Panel title={t('ready.title')}>
      <div className="t-stack">
        <PlanLine task={task} />
        <ReadinessTable
          registrations={registrations}
          contentType={task.contentType}
          algorithmId={task.algorithms[0]?.id}
        />
        <p>
          <AppLink to={paths.environmentGuide()}>{t('ready.guide')}</AppLink>
        </p>
        {task.differences && (
          <div>
            <StatusTag tone="warning" text={t('ready.differences', { count: task.differences.length })} />
          </div>
        )}
        <SmallBoxesNote classRows={task.classRows} parameters={task.parameters} />
        <RepeatedNote columns={registrations.map(({ repeatedId }) => repeatedId)} />
        <ThinNote classRows={task.classRows} contentType={task.contentType} />
        {isTooFew && <p className="t-soft">{t('ready.tooFew')}</p>}
        <ErrorNote error={begin.error ?? start.error} />
        <div className="t-row">
          {task.abilities.start && !isTooFew && (
            <Button
              type="primary"
              size="large"
              loading={begin.isPending || start.isPending}
              onClick={() => begin.mutate()}
            >
              {t('ready.start')}
            </Button>
          )}
          {task.abilities.invite && <InviteButton taskId={task.id} primary={isTooFew} />}
          {task.abilities.edit && <Button onClick={onChange}>{t('ready.change')}</Button>}
        </div>
      </div>
      {rules && (
        <RulesDialog
          features={rules}
          positive={task.positive}
          registrations={registrations}
          onClose={() => setRules(null)}
          onSaved={proceed}
        />
      )}
      <StartWithReadyDialog
        open={isAsking}
        task={task}
        registrations={registrations}
        onClose={() => setAsking(false)}
        onStart={() => {
          setAsking(false)
          start.mutate()
        }}
        onStarted={(taskId) => void started(taskId)}
      />
    </Panel>
  )
}

function PlanLine({ task }: { task: TaskDetail }) {
  const t = usePhrases(taskPhrases)
  const { training, columns } = useChoiceTexts(task)
  return training && columns && <p>{t('ready.plan', { training, columns })}</p>
}
