import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { POLL_MS, runQuery } from '../../features/run/api.ts'
import type { RunRead } from '../../features/run/RunContent.tsx'
import { elapsedOf, isActive, NO_RUN } from '../../features/run/run-state.ts'
import { registrationsQuery, taskQuery } from '../../features/task/api.ts'
import { DroppedNote } from '../../features/task/detail/DroppedNote.tsx'
import { TaskHead } from '../../features/task/detail/TaskHead.tsx'
import { TaskHeadline } from '../../features/task/detail/TaskHeadline.tsx'
import { TaskStepper } from '../../features/task/detail/TaskStepper.tsx'
import { TrainsOn } from '../../features/task/detail/TrainsOn.tsx'
import { useLiveTask } from '../../features/task/detail/use-live-task.ts'
import { taskPhrases } from '../../features/task/phrases.ts'
import { ApiError } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useGoBack, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { CardSkeleton, ErrorNote, PageHeader } from '../../ui/index.ts'
import { TaskLeft } from './task-detail/TaskLeft.tsx'
import { TaskRight } from './task-detail/TaskRight.tsx'

export function TaskDetailPage() {
  const { id = '' } = useQueryParams()
  // Because of the `key`, a copy of a task starts with fresh state when the user opens it from its original.
  return <TaskPage key={id} taskId={id} />
}

function TaskPage({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const task = useQuery(taskQuery(taskId))
  const registrations = useQuery({ ...registrationsQuery(taskId, task.data?.status), enabled: task.isSuccess })
  const { run, isAwaited } = useRunOf(task.data)
  const [isOpen, setOpen] = useState(false)
  const isComplete = task.isSuccess && registrations.isSuccess && !isAwaited
  // If a run begins while the page is open, the content that is already shown stays.
  useEffect(() => {
    if (isComplete) setOpen(true)
  }, [isComplete])
  useLiveTask(taskId, task.data?.status === 'training')
  useLeaveWhenGone(task.data, task.error)

  const error = task.error ?? registrations.error
  if (error && !(task.data && registrations.data)) {
    return (
      <>
        <PageHeader title={t('detail.fallback')} breadcrumb={[{ title: t('mine.title'), to: paths.myTasks() }]} />
        <ErrorNote error={error} onRetry={() => void (task.error ? task : registrations).refetch()} />
      </>
    )
  }
  if (!task.data || !registrations.data || (isAwaited && !isOpen)) {
    return (
      <>
        <PageHeader title={t('detail.fallback')} breadcrumb={[{ title: t('mine.title'), to: paths.myTasks() }]} />
        <CardSkeleton count={1} height={56} />
        <div className="task-columns">
          <CardSkeleton height={360} />
          <CardSkeleton height={360} />
        </div>
      </>
    )
  }
  const { joined, mine, applications, invitations } = registrations.data
  return (
    <TaskView
      task={task.data}
      registrations={joined.registrations}
      mine={mine}
      applications={applications}
      invitations={invitations}
      run={run}
    />
  )
}

interface ViewProps {
  task: TaskDetail
  registrations: Registration[]
  mine: Registration | null
  applications: Registration[]
  invitations: Registration[]
  run: RunRead
}

function TaskView({ task, registrations, mine, applications, invitations, run: read }: ViewProps) {
  const go = useGo()
  const { party } = useSession()
  const state = read.state ?? NO_RUN
  const now = useNow(isActive(state.run))
  // The task recruits again, so the failure and the result of an earlier run are outdated.
  const run = task.status === 'recruiting' ? null : state.run
  return (
    <>
      <TaskHead task={task} mine={mine} onGone={() => go(paths.home(), { replace: true })} />
      <TaskHeadline
        task={task}
        registrations={registrations}
        run={run}
        elapsedMs={elapsedOf(state, now)}
        ownPartyId={party?.id ?? null}
      />
      <TrainsOn task={task} />
      <DroppedNote task={task} />
      <TaskStepper task={task} isParty={mine?.status === 'joined'} />
      <div className="task-columns">
        <div>
          <TaskLeft task={task} registrations={registrations} mine={mine} run={read} />
        </div>
        <TaskRight
          task={task}
          registrations={registrations}
          applications={applications}
          invitations={invitations}
          ownPartyId={party?.id ?? null}
          run={run}
        />
      </div>
    </>
  )
}

/** Follows the task's run, and reloads the task when the run ends. */
function useRunOf(task: TaskDetail | undefined): { run: RunRead; isAwaited: boolean } {
  const client = useQueryClient()
  const hasRun = task !== undefined && task.status !== 'recruiting' && task.status !== 'disbanded'
  const run = useQuery({
    ...runQuery(task?.id ?? ''),
    enabled: hasRun && task.abilities.watch,
    refetchInterval: (query) =>
      task?.status === 'training' || isActive(query.state.data?.run ?? null) ? POLL_MS : false,
  })
  const phase = run.data?.run?.phase
  const taskId = task?.id
  useEffect(() => {
    if (taskId && phase) void client.invalidateQueries({ queryKey: ['task', taskId] })
  }, [client, taskId, phase])
  return {
    run: {
      state: run.data,
      error: run.error,
      canWatch: task?.abilities.watch ?? false,
      onRetry: () => void run.refetch(),
    },
    // Waits until the run is loaded, because content that is shown before it would move.
    isAwaited: run.isLoading,
  }
}

/** Leaves the page and shows the reason: goes back if the task does not exist, or home if it was disbanded. */
function useLeaveWhenGone(task: TaskDetail | undefined, error: Error | null) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const go = useGo()
  const goBack = useGoBack(paths.myTasks())
  const [isLeaving, setLeaving] = useState(false)
  const isGone = error instanceof ApiError && error.code === 'task.not-found'
  const isDisbanded = task?.status === 'disbanded'
  useEffect(() => {
    if (isLeaving || !(isGone || isDisbanded)) return
    setLeaving(true)
    message.info(isGone ? t('detail.gone') : t('detail.disbanded', { name: task?.name ?? '' }))
    if (isGone) goBack()
    else go(paths.home(), { replace: true })
  }, [isLeaving, isGone, isDisbanded, message, t, task, go, goBack])
}
