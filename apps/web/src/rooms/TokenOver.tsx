import { Alert, Button } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { consoleOrigin } from './arrival.ts'
import { roomPhrases } from './phrases.ts'

interface Props {
  /** Nobody had come in yet, or the time they had is over. */
  wasIn: boolean
  /** Where in the console the page is opened again, with a fresh token. */
  path: string
  /** What to do where nobody had come in yet; of a ticket if not said. */
  nobody?: string
}

/** Says how to go on. What was read before stays where it is. */
export function TokenOver({ wasIn, path, nobody }: Props) {
  const t = usePhrases(roomPhrases)
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
