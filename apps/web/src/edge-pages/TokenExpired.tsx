import { Alert, Button } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { consoleOrigin } from './page-fragment.ts'
import { edgePagePhrases } from './phrases.ts'

interface Props {
  /** Whether the user was authenticated before, so that the token has expired. */
  wasIn: boolean
  /** The console page that opens this page again with a fresh token. */
  path: string
  /** The instructions for users who were not authenticated. By default those of a ticket. */
  nobody?: string
}

/** Explains how to continue. The content that is already shown stays. */
export function TokenExpired({ wasIn, path, nobody }: Props) {
  const t = usePhrases(edgePagePhrases)
  const origin = consoleOrigin()
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t(wasIn ? 'over.title' : 'over.none.title')}
      description={wasIn ? t('over.text') : (nobody ?? t('over.none.text'))}
      action={
        origin && (
          <Button type="primary" href={`${origin}${path}`}>
            {t(wasIn ? 'over.goOn' : 'back')}
          </Button>
        )
      }
    />
  )
}
