import { Form, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  open: boolean
  title: string
  width?: number
  /** When its one form was saved, close it by `open`; nobody is asked then. */
  onClose: () => void
  /** A form, or one that has a button of its own to give up. */
  children: ReactNode | ((giveUp: () => void) => ReactNode)
}

/** A dialog that holds a form. A click beside it does nothing, and what was typed is not thrown away unasked. */
export function FormDialog({ open, title, width = 520, onClose, children }: Props) {
  const t = usePhrases(uiPhrases)
  const [isTouched, setTouched] = useState(false)
  const [asks, setAsks] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const [opener, setOpener] = useState<Element | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Now: a field that takes the focus as it comes does so before the dialog looks who had it.
    if (open) setOpener(document.activeElement)
  }
  /** Opened once more, the dialog is still hidden when a field wants the focus. */
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
    setAsks(false)
  }, [open])
  const giveUp = () => (isTouched ? setAsks(true) : onClose())
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
        open={asks}
        title={t('discardTitle')}
        consequence={t('discardConsequence')}
        confirmText={t('discard')}
        cancelText={t('goOn')}
        onConfirm={onClose}
        onCancel={() => setAsks(false)}
      />
    </Modal>
  )
}
