import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import { sayYes, type Yes } from './confirm-line.ts'
import { confirmPhrases } from './phrases.ts'
import { useLongInFront } from './use-long-in-front.ts'

interface Props {
  /** The question, which names the object. */
  title: string
  /** The verb on the button, such as "Delete". */
  confirmText: string
  danger?: boolean
  /** Further choices of the user in this window. */
  given?: Omit<Yes, 'say'>
  /** A description of what is sent or lost. */
  children: ReactNode
}

/**
 * Asks for a confirmation. A click that comes before the user can have read the question is ignored, because it was
 * meant for another window.
 */
export function Asking({ title, confirmText, danger = false, given = {}, children }: Props) {
  const t = usePhrases(confirmPhrases)
  const isInSight = useLongInFront()
  const [isDone, setDone] = useState(false)
  // Shown if the browser does not let the page close its own window.
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
