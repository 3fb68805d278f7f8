import type { MouseEvent, ReactNode } from 'react'
import { useGo } from '../lib/navigation.ts'

interface Props {
  /** From `paths`. */
  to: string
  children: ReactNode
  className?: string
  label?: string
  /** It leads to the page one is on. */
  isCurrent?: boolean
}

/** A link inside the console: a real `<a>`, so that a new tab and copying work, without reloading the page. */
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
