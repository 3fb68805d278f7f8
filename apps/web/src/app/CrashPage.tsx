import { Alert, Button } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { PageHeader } from '../ui/index.ts'
import { appPhrases } from './phrases.ts'

/** Replaces a page that crashed or whose code could not be loaded. Shows an error and how to continue. */
export function CrashPage() {
  const t = usePhrases(appPhrases)
  return (
    <>
      <PageHeader title={t('crashed')} />
      <Alert
        type="error"
        showIcon
        role="alert"
        title={t('crashedReason')}
        action={
          <Button size="small" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </>
  )
}
