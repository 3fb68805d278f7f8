import { useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { type ReactNode, useState } from 'react'
import { SignTicket } from '../../../features/grant/SignTicket.tsx'
import { resultPhrases } from '../../../features/result/phrases.ts'
import { ResultFrame } from '../../../features/result/ResultFrame.tsx'
import { FailedPanel } from '../../../features/run/FailedPanel.tsx'
import { FinishedPanel } from '../../../features/run/FinishedPanel.tsx'
import type { RunRead } from '../../../features/run/RunContent.tsx'
import { rowUseOf } from '../../../features/run/run-state.ts'
import { TrainingPanel } from '../../../features/run/TrainingPanel.tsx'
import { registrationsQuery } from '../../../features/task/api.ts'
import { CreateFromButton } from '../../../features/task/create/CreateFromButton.tsx'
import { EnvironmentPanel } from '../../../features/task/detail/EnvironmentPanel.tsx'
import { ApplyingPanel, JoinPanel } from '../../../features/task/detail/JoinPanel.tsx'
import { isReady, panelOf, type TaskPanel } from '../../../features/task/detail/panel.ts'
import { ReadyPanel } from '../../../features/task/detail/ReadyPanel.tsx'
import { WaitingPanel } from '../../../features/task/detail/WaitingPanel.tsx'
import { PreparePanel } from '../../../features/task/prepare/PreparePanel.tsx'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { TaskCoefficients } from './TaskCoefficients.tsx'

interface Props {
  task: TaskDetail
  registrations: Registration[]
  mine: Registration | null
  run: RunRead
}

/** The main panel of a task, selected by the task's state and the reader's role. */
export function TaskLeft({ task, registrations, mine, run }: Props) {
  const go = useGo()
  const { party } = useSession()
  const [isChanging, setChanging] = useState(false)
  const panel = panelOf(task, mine)
  const nameOf = (partyId: string) =>
    registrations.find((registration) => registration.partyId === partyId)?.partyName ??
    run.state?.run?.parties.find((candidate) => candidate.partyId === partyId)?.partyName ??
    partyId
  const shown: TaskPanel = isChanging && (panel === 'ready' || panel === 'waiting') ? 'prepare' : panel

  switch (shown) {
    case 'finished':
      return (
        <>
          <FinishedPanel
            read={run}
            taskName={task.name}
            contentType={task.contentType}
            label={task.columnSelection?.label ?? ''}
            modelId={task.modelId}
            next={<CreateFromButton task={task} onCreated={(taskId) => go(paths.task(taskId, { role: 'guest' }))} />}
            whereabouts={task.researchType === 'independent' ? <Whereabouts task={task} run={run} /> : undefined}
          />
          {task.modelId && <TaskCoefficients modelId={task.modelId} />}
        </>
      )
    case 'failed':
      return (
        <FailedPanel
          taskId={task.id}
          contentType={task.contentType}
          read={run}
          canResubmit={task.abilities.resubmit}
          nameOf={nameOf}
          initiator={task.partyName}
          ownPartyId={party?.id ?? null}
          mustSign={mine?.staleBecause?.includes('stages') ?? false}
          ownDataPath={
            mine?.datasetId ? paths.dataset(mine.datasetId, { partyId: mine.partyId, from: 'mytask' }) : null
          }
        />
      )
    case 'training':
      return <TrainingPanel taskId={task.id} taskName={task.name} contentType={task.contentType} read={run} />
    case 'applying':
      return <ApplyingPanel task={task} note={mine?.note ?? ''} />
    case 'environment':
    case 'prepare':
      return (
        mine && (
          <WithEdge partyId={mine.partyId} isAway={shown === 'environment'}>
            <Preparing
              task={task}
              registrations={registrations}
              mine={mine}
              onFinish={isChanging ? () => setChanging(false) : undefined}
            />
          </WithEdge>
        )
      )
    case 'waiting':
      return mine && <WaitingPanel task={task} mine={mine} onChange={() => setChanging(true)} />
    case 'ready':
      return (
        <ReadyPanel
          task={task}
          registrations={registrations}
          onChange={() => setChanging(true)}
          onStarted={(taskId) => taskId !== task.id && go(paths.task(taskId, { role: 'guest' }))}
        />
      )
    case 'not-joined':
      return <JoinPanel task={task} mine={mine} />
    case 'disbanded':
      return null
  }
}

/** The results of a single-party run. Only members of the party that ran it can query its edge. */
function Whereabouts({ task, run }: Pick<Props, 'task' | 'run'>) {
  const t = usePhrases(resultPhrases)
  const { party } = useSession()
  const of = run.state?.run
  if (!of) return null
  if (of.parties[0]?.partyId !== party?.id) return <p className="t-soft">{t('kept.elsewhere')}</p>
  return (
    <ResultFrame
      taskId={task.id}
      runId={of.id}
      hasModel={task.modelId !== null}
      label={task.columnSelection?.label ?? ''}
      isOfAllRows={rowUseOf({ run: of, events: run.state?.events ?? [] }) === 'leave-one-out'}
    />
  )
}

interface WithEdgeProps {
  partyId: string
  isAway: boolean
  children: ReactNode
}

/** Keeps its children mounted while the edge is offline, so that choices that are not saved survive. */
function WithEdge({ partyId, isAway, children }: WithEdgeProps) {
  const [wasHere, setHere] = useState(!isAway)
  if (!isAway && !wasHere) setHere(true)
  return (
    <>
      {isAway && <EnvironmentPanel partyId={partyId} />}
      {wasHere && <div hidden={isAway}>{children}</div>}
    </>
  )
}

interface PreparingProps {
  task: TaskDetail
  registrations: Registration[]
  mine: Registration
  onFinish: (() => void) | undefined
}

function Preparing({ task, registrations, mine, onFinish }: PreparingProps) {
  const refreshUntilSigned = useRefreshUntilSigned(task.id)
  return (
    <PreparePanel
      key={mine.id}
      task={task}
      mine={mine}
      onFinish={onFinish}
      ticket={(onDecline) => (
        <SignTicket
          taskId={task.id}
          basis={[task.planHash, mine.datasetId, ...registrations.map(({ partyId }) => partyId)].join(' ')}
          onSigned={() => {
            onDecline()
            onFinish?.()
            void refreshUntilSigned()
          }}
          onDecline={onDecline}
        />
      )}
    />
  )
}

const SIGNED_WITHIN_MS = 10_000

/**
 * Refetches the task until it shows the new ticket. The edge reports the ticket to the platform shortly after it
 * reports the ticket to this page.
 */
function useRefreshUntilSigned(taskId: string) {
  const client = useQueryClient()
  return async () => {
    const deadline = Date.now() + SIGNED_WITHIN_MS
    while (Date.now() < deadline) {
      const { mine } = await client.fetchQuery({ ...registrationsQuery(taskId), staleTime: 0 })
      if (mine && isReady(mine)) break
      await new Promise((resolve) => setTimeout(resolve, 400))
    }
    await client.invalidateQueries({ queryKey: ['task', taskId] })
  }
}
