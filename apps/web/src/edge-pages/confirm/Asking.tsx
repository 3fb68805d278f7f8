import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import { sayYes, type Yes } from './confirm-line.ts'
import { confirmPhrases } from './phrases.ts'
import { useLongInFront } from './use-long-in-front.ts'

interface Props {
  /** The question to the user, which names the affected object. */
  title: string
  /** The text of the button, a verb such as "Delete". */
  confirmText: string
  danger?: boolean
  /** Further choices that the user makes in this window. */
  given?: Omit<Yes, 'say'>
  /** A description of what is sent or what is lost. */
  children: ReactNode
}

/**
 * Asks for a confirmation. Ignores a click that comes before the user can have read the question, because it was meant
 * for another window.
 */
export function Asking({ title, confirmText, danger = false, given = {}, children }: Props) {
  const t = usePhrases(confirmPhrases)
  const isInSight = useLongInFront()
  const [isDone, setDone] = useState(false)
  // This text is shown if the browser does not let the page close its own window.
  if (isDone) return <p role="status">{t('confirm.done')}</p>
  return (
    <Panel title={title}>
      <div className="t-stack">
        {children}
        <div className="t-row">
          <Button
            type="primary"
            size="large"
            danger={danger}
            disabled={!isInSight}
            onClick={() => {
              sayYes(given)
              setDone(true)
            }}
          >
            {confirmText}
          </Button>
          <Button size="large" onClick={() => window.close()}>
            {t('confirm.cancel')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
