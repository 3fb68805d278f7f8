import { Form, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  open: boolean
  title: string
  width?: number
  /**
   * Called when the user cancels: at once if the user has typed nothing, otherwise after a confirmation. To close the
   * dialog after saving, the caller changes `open`, which needs no confirmation.
   */
  onClose: () => void
  /** The form, or a function that returns a form with its own cancel button. */
  children: ReactNode | ((giveUp: () => void) => ReactNode)
}

/** A dialog with a form. A click outside does not close it, and the user must confirm that input is discarded. */
export function FormDialog({ open, title, width = 520, onClose, children }: Props) {
  const t = usePhrases(uiPhrases)
  const [isTouched, setTouched] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const [opener, setOpener] = useState<Element | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Stores the focused element now, because a field with autofocus takes the focus before the dialog stores it.
    if (open) setOpener(document.activeElement)
  }
  /**
   * Moves the focus once the dialog has opened. When it opens a second time, it is still hidden when the field requests
   * the focus.
   */
  const settleFocus = (isShown: boolean) => {
    const present = document.activeElement
    if (isShown && !body.current?.contains(present)) {
      body.current?.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus()
    }
    if (!isShown && present === document.body && opener instanceof HTMLElement) opener.focus()
  }
  useEffect(() => {
    if (open) return
    setTouched(false)
    setConfirming(false)
  }, [open])
  const giveUp = () => (isTouched ? setConfirming(true) : onClose())
  return (
    <Modal
      open={open}
      title={title}
      width={width}
      footer={null}
      mask={{ closable: false }}
      onCancel={giveUp}
      afterOpenChange={settleFocus}
      destroyOnHidden
    >
      <Form.Provider
        onFormChange={(_name, { changedFields }) => {
          if (changedFields.some(({ touched }) => touched)) setTouched(true)
        }}
      >
        <div ref={body}>{typeof children === 'function' ? children(giveUp) : children}</div>
      </Form.Provider>
      <ConfirmDialog
        open={isConfirming}
        title={t('discardTitle')}
        consequence={t('discardConsequence')}
        confirmText={t('discard')}
        cancelText={t('goOn')}
        onConfirm={onClose}
        onCancel={() => setConfirming(false)}
      />
    </Modal>
  )
}
