import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'

interface Props {
  to: string
  title: string
  /** A tile or an icon that is shown on the left of the title. */
  icon?: ReactNode
  /** A StatusTag that is shown on the right of the title. */
  tag?: ReactNode
  children?: ReactNode
  /** Short facts that are shown in the last line. */
  footer?: ReactNode
}

/** A card that links to a page. The whole card is clickable, but is a single link for keyboards and screen readers. */
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
