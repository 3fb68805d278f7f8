import type { Registration, Run, TaskDetail } from '@tessera/contract'
import { ApplicationsPanel } from '../../../features/task/detail/ApplicationsPanel.tsx'
import { ClassRowsPanel } from '../../../features/task/detail/ClassRowsPanel.tsx'
import { PartiesPanel } from '../../../features/task/detail/PartiesPanel.tsx'
import { UpdatesPanel } from '../../../features/task/detail/UpdatesPanel.tsx'

interface Props {
  task: TaskDetail
  mine: Registration | null
  registrations: Registration[]
  applications: Registration[]
  ownPartyId: string | null
  run: Run | null
}

/** Who takes part, who asks to, and what happened lately. */
export function TaskRight({ task, mine, registrations, applications, ownPartyId, run }: Props) {
  return (
    <div>
      {task.abilities.review && applications.length > 0 && <ApplicationsPanel applications={applications} />}
      <PartiesPanel
        registrations={registrations}
        ownPartyId={ownPartyId}
        inRun={run?.parties ?? []}
        isRecruiting={task.status === 'recruiting'}
        canRemind={task.abilities.remind}
      />
      <ClassRowsPanel task={task} mine={mine} />
      {ownPartyId !== null && <UpdatesPanel taskId={task.id} />}
    </div>
  )
}
