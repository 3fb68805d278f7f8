import { type RefObject, useEffect } from 'react'

const PARTS = 'section, article, li, main'

/**
 * Moves the focus if the focused element is removed, for example with the step that it completed. The focus moves to
 * the nearest remaining element around it, or else to the whole content. Keyboard users then continue from there and
 * not from the start of the page.
 */
export function useRestoredFocus(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let around: HTMLElement[] = []
    const rememberAll = (from: Element | null) => {
      around = []
      for (let at = from as HTMLElement | null; at; at = at.parentElement) around.push(at)
    }
    const remember = ({ target }: FocusEvent) => rememberAll(target as Element | null)
    /** If a frame takes the focus, this page receives only a blur event. */
    const rememberFrame = () => {
      if (document.activeElement instanceof HTMLIFrameElement) rememberAll(document.activeElement)
    }
    const hold = () => {
      // A page inside a frame does not take the focus from the page around it.
      if (window.parent !== window && !document.hasFocus()) return
      if (around[0] === undefined || around[0].isConnected || document.activeElement !== document.body) return
      const left = around.find((part) => part.isConnected && part.matches(PARTS)) ?? content.current
      around = []
      if (!left?.hasAttribute('tabindex')) left?.setAttribute('tabindex', '-1')
      left?.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', remember)
    window.addEventListener('blur', rememberFrame)
    const watch = new MutationObserver(hold)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      window.removeEventListener('blur', rememberFrame)
      watch.disconnect()
    }
  }, [content])
}
