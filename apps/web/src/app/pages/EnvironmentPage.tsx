import { Button } from 'antd'
import { useState } from 'react'
import { EnvironmentCheck } from '../../features/environment/index.ts'
import { environmentPhrases } from '../../features/environment/phrases.ts'
import { BindPrompt, ConfinementNote, EdgeEnrolmentDialog, ReleaseNote } from '../../features/party/index.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeader } from '../../ui/index.ts'

export function EnvironmentPage() {
  const t = usePhrases(environmentPhrases)
  const { party } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!party) {
    return (
      <>
        <PageHeader title={t('title')} />
        <BindPrompt />
      </>
    )
  }
  return (
    <>
      <EnvironmentCheck
        party={party}
        note={
          <>
            <ReleaseNote party={party} />
            <ConfinementNote party={party} />
          </>
        }
        setUp={<Button onClick={() => setOpen(true)}>{t('setUp')}</Button>}
      />
      <EdgeEnrolmentDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
