import { Button, type ButtonProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { askInWindow, type Question, type Yes } from './confirm-line.ts'
import { confirmPhrases } from './phrases.ts'

interface Props extends Pick<ButtonProps, 'aria-describedby' | 'danger' | 'disabled' | 'icon' | 'loading' | 'type'> {
  /** The verb on this button and on the button in the confirmation window. */
  label: string
  question: Question
  onYes: (yes: Yes) => void
}

/** A button in a frame that acts after the user confirms in a window of the edge. */
export function ConfirmButton({ label, question, onYes, ...button }: Props) {
  const t = usePhrases(confirmPhrases)
  const [state, setState] = useState<'idle' | 'opened' | 'shut'>('idle')
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const ask = () => {
    stop.current?.()
    stop.current = askInWindow(question, { onYes, onGone: () => setState('idle') })
    setState(stop.current ? 'opened' : 'shut')
  }
  return (
    <div className="t-stack t-stack-tight">
      <div>
        <Button {...button} onClick={ask}>
          {label}
        </Button>
      </div>
      {state === 'opened' && (
        <p className="t-soft" role="status">
          {t('confirm.opened')}
        </p>
      )}
      {state === 'shut' && <p role="alert">{t('confirm.shut')}</p>}
    </div>
  )
}
