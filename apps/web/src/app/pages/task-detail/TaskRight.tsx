import type { Registration, Run, TaskDetail } from '@tessera/contract'
import { ApplicationsPanel } from '../../../features/task/detail/ApplicationsPanel.tsx'
import { ClassRowsPanel } from '../../../features/task/detail/ClassRowsPanel.tsx'
import { DifferencesPanel } from '../../../features/task/detail/DifferencesPanel.tsx'
import { InvitationsPanel } from '../../../features/task/detail/InvitationsPanel.tsx'
import { PartiesPanel } from '../../../features/task/detail/PartiesPanel.tsx'
import { UpdatesPanel } from '../../../features/task/detail/UpdatesPanel.tsx'

interface Props {
  task: TaskDetail
  registrations: Registration[]
  applications: Registration[]
  invitations: Registration[]
  ownPartyId: string | null
  run: Run | null
}

/** Participants, applications and recent activity of a task. */
export function TaskRight({ task, registrations, applications, invitations, ownPartyId, run }: Props) {
  return (
    <div>
      {task.abilities.review && applications.length > 0 && <ApplicationsPanel applications={applications} />}
      <PartiesPanel
        registrations={registrations}
        contentType={task.contentType}
        algorithmId={task.algorithms[0]?.id}
        ownPartyId={ownPartyId}
        inRun={run?.parties ?? []}
        isRecruiting={task.status === 'recruiting'}
        canRemind={task.abilities.remind}
      />
      {invitations.length > 0 && <InvitationsPanel invitations={invitations} canTakeBack={task.abilities.invite} />}
      <DifferencesPanel task={task} registrations={registrations} />
      <ClassRowsPanel task={task} />
      {ownPartyId !== null && <UpdatesPanel taskId={task.id} />}
    </div>
  )
}
