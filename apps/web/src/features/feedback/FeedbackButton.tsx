import { MessageOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { FeedbackForm } from './FeedbackForm.tsx'
import { feedbackPhrases } from './phrases.ts'

/** Sends feedback to the operator from any page. The text is kept until it is sent, even if the dialog is closed. */
export function FeedbackButton() {
  const t = usePhrases(feedbackPhrases)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  /**
   * When the dialog first opens, the field takes the focus before the dialog stores the previous one. So the focus is
   * returned to the button here.
   */
  const settleFocus = (isShown: boolean) => {
    const present = document.activeElement
    if (!isShown && (present === document.body || present?.closest('[role=dialog]'))) button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        type="text"
        icon={<MessageOutlined className="t-bar-icon" />}
        aria-label={t('title')}
        title={t('title')}
        onClick={() => setOpen(true)}
      />
      <Modal open={isOpen} title={t('title')} onCancel={close} afterOpenChange={settleFocus} footer={null} width={520}>
        <FeedbackForm isShown={isOpen} onClose={close} />
      </Modal>
    </>
  )
}
