import { AnnounceButton, NoticesPanel } from '../../features/notification/index.ts'
import { notificationPhrases } from '../../features/notification/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { PageHeader } from '../../ui/index.ts'

export function NoticesPage() {
  const t = usePhrases(notificationPhrases)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} action={<AnnounceButton />} />
      <NoticesPanel />
    </>
  )
}
