import { InboxOutlined } from '@ant-design/icons'
import { Alert, Upload } from 'antd'
import { type ReactNode, useState } from 'react'

interface Props {
  /** The required file extension, with the dot. */
  ending: string
  /** Returns the message for a file with another extension. */
  refusal: (fileName: string) => string
  /** The outcome of the previous file, shown unless a file was refused. */
  outcome: ReactNode
  label: string
  text: string
  onFile: (file: File) => void
}

/** Takes one file, dropped or chosen, and shows why a file was refused. */
export function FileDrop({ ending, refusal, outcome, label, text, onFile }: Props) {
  const [refused, setRefused] = useState<string | null>(null)
  const take = (file: File) => {
    if (!file.name.toLowerCase().endsWith(ending)) return setRefused(file.name)
    setRefused(null)
    onFile(file)
  }
  return (
    <>
      {refused ? <Alert type="error" showIcon role="alert" title={refusal(refused)} /> : outcome}
      <Upload.Dragger
        accept={ending}
        maxCount={1}
        showUploadList={false}
        aria-label={label}
        beforeUpload={(file) => {
          take(file)
          return false
        }}
      >
        <p style={{ fontSize: 32, margin: 0, color: 'var(--t-accent)' }}>
          <InboxOutlined aria-hidden="true" />
        </p>
        <p style={{ margin: '8px 0' }}>{text}</p>
      </Upload.Dragger>
    </>
  )
}
