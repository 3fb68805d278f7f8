import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

export type Tone = 'success' | 'error' | 'warning' | 'progress' | 'waiting' | 'neutral'

const icons: Record<Tone, ReactNode> = {
  success: <CheckCircleOutlined />,
  error: <CloseCircleOutlined />,
  warning: <ExclamationCircleOutlined />,
  progress: <SyncOutlined />,
  waiting: <ClockCircleOutlined />,
  neutral: <MinusCircleOutlined />,
}

/** Shows a state by an icon, a word and a colour. */
export function StatusTag({ tone, text, icon }: { tone: Tone; text: string; icon?: ReactNode }) {
  return (
    <span className={`t-status t-status-${tone}`}>
      <span aria-hidden="true">{icon ?? icons[tone]}</span>
      {text}
    </span>
  )
}
