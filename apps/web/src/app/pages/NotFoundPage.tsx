import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, EmptyState, PageHeader } from '../../ui/index.ts'
import { appPhrases } from '../phrases.ts'

export function NotFoundPage() {
  const t = usePhrases(appPhrases)
  return (
    <>
      <PageHeader title="404" />
      <EmptyState
        title={t('notFound')}
        reason={t('notFoundReason')}
        action={<AppLink to={paths.home()}>{t('toHome')}</AppLink>}
      />
    </>
  )
}
