import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'

interface Props {
  /** A heading that names what is missing. */
  title: string
  /** The reason why the list is empty for this user. */
  reason?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
}

export function EmptyState({ title, reason, action }: Props) {
  return (
    <div className="t-empty" role="status">
      <Mark size={40} muted />
      <p className="t-empty-title">{title}</p>
      {reason && <p className="t-empty-reason">{reason}</p>}
      {action}
    </div>
  )
}
