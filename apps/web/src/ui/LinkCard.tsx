import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'

interface Props {
  to: string
  title: string
  /** At the left of the title: a tile or an icon. */
  icon?: ReactNode
  /** At the right of the title: a StatusTag. */
  tag?: ReactNode
  children?: ReactNode
  /** Small facts in the last line. */
  footer?: ReactNode
}

/** A card that leads somewhere: one link for keyboard and screen reader, the whole card for the mouse. */
export function LinkCard({ to, title, icon, tag, children, footer }: Props) {
  return (
    <article className="t-card t-card-link">
      <div className="t-card-head">
        {icon}
        <h3>
          <AppLink to={to} className="t-card-cover">
            {title}
          </AppLink>
        </h3>
        {tag}
      </div>
      {children && <div className="t-card-body">{children}</div>}
      {footer && <div className="t-card-foot">{footer}</div>}
    </article>
  )
}
