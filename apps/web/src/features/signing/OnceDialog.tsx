import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { signingPhrases } from './phrases.ts'

interface Props {
  /** Title of the dialog; null closes it. */
  title: string | null
  onClose: () => void
  children: ReactNode
}

/** A dialog for content that is shown only once, so a click outside does not close it. */
export function OnceDialog({ title, onClose, children }: Props) {
  const t = usePhrases(signingPhrases)
  return (
    <Modal
      open={title !== null}
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div className="t-stack">{children}</div>
    </Modal>
  )
}
