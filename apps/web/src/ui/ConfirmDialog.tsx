import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  open: boolean
  /** The question, which names the affected object, as in "Delete the dataset “Cleveland”?" */
  title: string
  /** The consequence, as in "3 tasks used it; their models stay." */
  consequence: ReactNode
  /** Verb on the button that confirms the action. */
  confirmText: string
  cancelText?: string
  danger?: boolean
  /** Whether the call is in progress. If so, the button shows this and cannot be clicked again. */
  isPending?: boolean
  error?: unknown
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before an irreversible action. */
export function ConfirmDialog(props: Props) {
  const t = usePhrases(uiPhrases)
  return (
    <Modal
      open={props.open}
      title={props.title}
      onCancel={props.onCancel}
      width={440}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={props.onCancel}>
          {props.cancelText ?? t('cancel')}
        </Button>,
        <Button
          key="confirm"
          type="primary"
          danger={props.danger ?? true}
          loading={props.isPending ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmText}
        </Button>,
      ]}
    >
      <div className="t-stack">
        <div>{props.consequence}</div>
        <ErrorNote error={props.error} />
      </div>
    </Modal>
  )
}
