import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { type MouseEvent, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { usePhrases } from '../lib/i18n.ts'
import { ERROR_SECONDS } from '../lib/toast.ts'
import { uiPhrases } from './phrases.ts'

/** A button that copies a text, also over plain http, and shows whether it succeeded. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = usePhrases(uiPhrases)
  const { message } = App.useApp()
  const [isCopied, setCopied] = useState(false)
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    try {
      await copyText(text, currentTarget)
      setCopied(true)
      message.success(t('copied'))
      setTimeout(() => setCopied(false), 3000)
    } catch {
      message.error(t('copyFailed'), ERROR_SECONDS)
    }
  }
  return (
    <Button size="small" icon={isCopied ? <CheckOutlined /> : <CopyOutlined />} onClick={(event) => void copy(event)}>
      {label ?? t('copy')}
    </Button>
  )
}
