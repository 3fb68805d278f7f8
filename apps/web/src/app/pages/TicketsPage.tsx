import { Button } from 'antd'
import { EdgePageButton } from '../../features/grant/EdgePageButton.tsx'
import { GrantList } from '../../features/grant/GrantList.tsx'
import { grantPhrases } from '../../features/grant/phrases.ts'
import { ReturnToEdgePage } from '../../features/grant/ReturnToEdgePage.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { BindFirst, PageHeader, Word } from '../../ui/index.ts'

export function TicketsPage() {
  const t = usePhrases(grantPhrases)
  const go = useGo()
  const { party } = useSession()
  const { taskId, edge } = useQueryParams()
  if (party && (edge === 'members' || edge === 'removed')) return <ReturnToEdgePage page={edge} />
  if (party && edge === 'ticket' && taskId) return <ReturnToEdgePage page={{ taskId }} />
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={<Word of="edge">{t('list.description')}</Word>}
        action={party && <EdgePageButton page="members" text={t('members.open')} />}
      />
      {party && taskId && (
        <div className="t-toolbar">
          <span className="t-soft">{t('list.oneTask')}</span>
          <Button size="small" onClick={() => go(paths.tickets())}>
            {t('list.showAll')}
          </Button>
        </div>
      )}
      {party ? (
        <GrantList
          taskId={taskId}
          emptyAction={<Button onClick={() => go(paths.myTasks())}>{t('list.empty.action')}</Button>}
        />
      ) : (
        <BindFirst title={t('list.tourist.title')} reason={t('list.tourist.reason')} />
      )}
    </>
  )
}
