import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'

interface Props {
  className?: string
  style?: CSSProperties
  children: ReactNode
}

/** What is wider than its place scrolls in itself; where it does, Tab comes to it and arrows scroll it. */
export function ScrollX({ className, style, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = box.current
    if (!node) return
    const watch = new ResizeObserver(() => {
      if (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight) node.tabIndex = 0
      else node.removeAttribute('tabindex')
    })
    for (const watched of [node, ...node.children]) watch.observe(watched)
    return () => watch.disconnect()
  })
  return (
    <div ref={box} className={className ? `t-scroll-x ${className}` : 't-scroll-x'} style={style}>
      {children}
    </div>
  )
}
