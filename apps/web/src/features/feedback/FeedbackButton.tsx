import { MessageOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { FeedbackForm } from './FeedbackForm.tsx'
import { feedbackPhrases } from './phrases.ts'

/** Tells the operator something, from any page. What was typed stays until it was sent, the dialog closed or not. */
export function FeedbackButton() {
  const t = usePhrases(feedbackPhrases)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        type="text"
        icon={<MessageOutlined className="t-bar-icon" />}
        aria-label={t('title')}
        title={t('title')}
        onClick={() => setOpen(true)}
      />
      <Modal open={isOpen} title={t('title')} onCancel={close} footer={null} width={520}>
        <FeedbackForm isShown={isOpen} onClose={close} />
      </Modal>
    </>
  )
}
