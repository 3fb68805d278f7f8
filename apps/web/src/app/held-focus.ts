import { type RefObject, useEffect } from 'react'

const PARTS = 'section, article, li, main'

/**
 * What had the focus may go with the step that it finished. The nearest part of the page that is left around it has it then,
 * the whole content at last: whoever has no mouse goes on from there, not from the page's beginning.
 */
export function useHeldFocus(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let around: HTMLElement[] = []
    const rememberAll = (from: Element | null) => {
      around = []
      for (let at = from as HTMLElement | null; at; at = at.parentElement) around.push(at)
    }
    const remember = ({ target }: FocusEvent) => rememberAll(target as Element | null)
    /** Of a frame that takes the focus this page hears nothing but that it has lost it. */
    const rememberFrame = () => {
      if (document.activeElement instanceof HTMLIFrameElement) rememberAll(document.activeElement)
    }
    const hold = () => {
      // A page in a frame takes no focus from the page around it.
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
