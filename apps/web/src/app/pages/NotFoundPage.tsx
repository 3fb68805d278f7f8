import { Button } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useGoBack } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, EmptyState, PageHeader } from '../../ui/index.ts'
import { appPhrases } from '../phrases.ts'

export function NotFoundPage() {
  const t = usePhrases(appPhrases)
  const goBack = useGoBack(paths.home())
  return (
    <>
      <PageHeader title="404" />
      <EmptyState
        title={t('notFound')}
        reason={t('notFoundReason')}
        action={
          <div className="t-row">
            <Button type="primary" onClick={goBack}>
              {t('goBack')}
            </Button>
            <AppLink to={paths.home()}>{t('toHome')}</AppLink>
          </div>
        }
      />
    </>
  )
}
