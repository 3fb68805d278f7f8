import { JoinByCode } from '../../features/task/JoinByCode.tsx'
import { taskPhrases } from '../../features/task/phrases.ts'
import { TaskPool } from '../../features/task/TaskPool.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeader } from '../../ui/index.ts'

export function TaskPoolPage() {
  const t = usePhrases(taskPhrases)
  const go = useGo()
  const { party } = useSession()
  return (
    <>
      <PageHeader
        title={t('pool.title')}
        description={t('pool.description')}
        // Tourists act for no party, so a code would be lost on them.
        action={party && <JoinByCode onJoined={(taskId) => go(paths.task(taskId, { role: 'host' }))} />}
      />
      <TaskPool />
    </>
  )
}
