import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import { sayYes, type Yes } from './confirm-line.ts'
import { confirmPhrases } from './phrases.ts'
import { useInSight } from './use-in-sight.ts'

interface Props {
  /** Names the thing. */
  title: string
  /** The verb on the button. */
  confirmText: string
  danger?: boolean
  /** What was chosen here besides. */
  given?: Omit<Yes, 'say'>
  /** What leaves, or is lost. */
  children: ReactNode
}

/** A press that came before one could have read is not taken: it was meant for what lay there. */
export function Asking({ title, confirmText, danger = false, given = {}, children }: Props) {
  const t = usePhrases(confirmPhrases)
  const isInSight = useInSight()
  const [isDone, setDone] = useState(false)
  // Where the browser lets no page close its window.
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
