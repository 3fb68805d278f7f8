import type { Party } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { CreateTaskDialog } from '../../features/task/create/CreateTaskDialog.tsx'
import { TasksNeedParty } from '../../features/task/EnvironmentGate.tsx'
import { MyTasks } from '../../features/task/lists/MyTasks.tsx'
import { taskPhrases } from '../../features/task/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
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
        hasEdge={party.edgeUrl !== null}
      />
      <CreateTaskDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(taskId) => go(paths.task(taskId, { role: 'guest', type: 'creat' }))}
      />
    </>
  )
}
