import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** Copies a text and says whether it worked. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = usePhrases(uiPhrases)
  const { message } = App.useApp()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      message.success(t('copied'))
      setTimeout(() => setCopied(false), 3000)
    } catch {
      message.error(t('copyFailed'))
    }
  }
  return (
    <Button size="small" icon={isCopied ? <CheckOutlined /> : <CopyOutlined />} onClick={() => void copy()}>
      {label ?? t('copy')}
    </Button>
  )
}
