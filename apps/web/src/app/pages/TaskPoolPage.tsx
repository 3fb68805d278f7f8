import { BindPrompt } from '../../features/party/index.ts'
import { CreateTaskDialog } from '../../features/task/create/CreateTaskDialog.tsx'
import { JoinByCode } from '../../features/task/lists/JoinByCode.tsx'
import { TaskPool } from '../../features/task/lists/TaskPool.tsx'
import { taskPhrases } from '../../features/task/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { BY_ITSELF, paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { PageHeader } from '../../ui/index.ts'

const NO_CREATION = { create: '', algid: '', flType: '' }

export function TaskPoolPage() {
  const t = usePhrases(taskPhrases)
  const go = useGo()
  const { party } = useSession()
  const [{ create, algid, flType }, setCreation] = useUrlState(NO_CREATION)
  return (
    <>
      <PageHeader
        title={t('pool.title')}
        description={t('pool.description')}
        // Guests act for no party, so they cannot use an invite code.
        action={party && <JoinByCode onJoined={(taskId) => go(paths.task(taskId, { role: 'host' }))} />}
      />
      {!party && <BindPrompt />}
      <TaskPool />
      <CreateTaskDialog
        open={create === '1'}
        onClose={() => setCreation(NO_CREATION, { replace: true })}
        // Replaces the history entry, so that going back from the task leads to the pool, not to the completed dialog.
        onCreated={(taskId) => go(paths.task(taskId, { role: 'guest', type: 'creat' }), { replace: true })}
        {...(algid && { algorithmId: algid })}
        {...(flType === BY_ITSELF && { researchType: 'independent' as const })}
      />
    </>
  )
}
