import type { MouseEvent, ReactNode } from 'react'
import { useGo } from '../lib/navigation.ts'

interface Props {
  /** An address from `paths`. */
  to: string
  children: ReactNode
  className?: string
  label?: string
  /** Whether the link leads to the current page. */
  isCurrent?: boolean
}

/**
 * A link within the console. It is a real `<a>`, so that users can open it in a new tab and copy it, but it does not
 * reload the page.
 */
export function AppLink({ to, children, className, label, isCurrent = false }: Props) {
  const go = useGo()
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a
      href={to}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}
