import { Alert, Button } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { consoleOrigin } from './page-fragment.ts'
import { edgePagePhrases } from './phrases.ts'

interface Props {
  /** Whether the user was identified before. If so, the token has expired since. */
  wasIn: boolean
  /** Path of the console page that reopens this page with a fresh token. */
  path: string
  /** Instructions for a user who was never identified. By default, they are those for a ticket. */
  nobody?: string
}

/** Explains how to continue after the token has expired. Content that is already shown stays. */
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
