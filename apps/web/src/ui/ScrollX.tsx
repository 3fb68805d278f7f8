import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'

interface Props {
  className?: string
  style?: CSSProperties
  children: ReactNode
}

/**
 * A container that scrolls wide content horizontally. Tab focuses it, arrow keys scroll it, and a shadow shows on which
 * side there is more content.
 */
export function ScrollX({ className, style, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = box.current
    if (!node) return
    const look = () => {
      const left = node.scrollWidth - node.clientWidth
      if (left > 0 || node.scrollHeight > node.clientHeight) node.tabIndex = 0
      else node.removeAttribute('tabindex')
      node.toggleAttribute('data-more-before', node.scrollLeft > 1)
      node.toggleAttribute('data-more-after', node.scrollLeft < left - 1)
    }
    const watch = new ResizeObserver(look)
    for (const watched of [node, ...node.children]) watch.observe(watched)
    node.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      node.removeEventListener('scroll', look)
    }
  })
  return (
    <div ref={box} className={className ? `t-scroll-x ${className}` : 't-scroll-x'} style={style}>
      {children}
    </div>
  )
}
