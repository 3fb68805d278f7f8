import type { Inference, Party, TaskCard } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { edgeInferences } from '../../features/inference/api.ts'
import { CreateTaskDialog } from '../../features/task/create/CreateTaskDialog.tsx'
import { TasksNeedParty } from '../../features/task/EnvironmentGate.tsx'
import { MyTasks } from '../../features/task/lists/MyTasks.tsx'
import type { EdgeTasks } from '../../features/task/lists/use-my-tasks.ts'
import { taskPhrases } from '../../features/task/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeader } from '../../ui/index.ts'

export function MyTasksPage() {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  return party ? (
    <Tasks party={party} />
  ) : (
    <>
      <PageHeader title={t('mine.title')} />
      <TasksNeedParty />
    </>
  )
}

function Tasks({ party }: { party: Party }) {
  const t = usePhrases(taskPhrases)
  const nameOf = usePartyName()
  const go = useGo()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHeader
        title={t('mine.title')}
        action={
          <Button type="primary" onClick={() => setCreating(true)}>
            {t('create.open')}
          </Button>
        }
      />
      <MyTasks
        emptyAction={<Button onClick={() => go(paths.taskPool())}>{t('mine.empty.pool')}</Button>}
        edgeTasks={party.edgeUrl ? edgeTasksOf({ partyId: party.id, partyName: nameOf(party) }) : null}
      />
      <CreateTaskDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(taskId) => go(paths.task(taskId, { role: 'guest', type: 'creat' }))}
      />
    </>
  )
}

type Owner = Pick<TaskCard, 'partyId' | 'partyName'>

const edgeTasksOf =
  (owner: Owner): EdgeTasks =>
  async (wanted, signal) => {
    const { records, total } = await edgeInferences(wanted, signal)
    return { records: records.map((inference) => cardOf(inference, owner)), total }
  }

const cardOf = ({ id, name, description, modelId, createTime }: Inference, owner: Owner): TaskCard => ({
  ...{ id, name, description, modelId, createTime, type: 'inference' },
  ...{ ...owner, partyCount: 1, rowCount: 0 },
  ...{ avatar: null, visibility: null, status: null, researchType: null, kind: null, role: null },
})
