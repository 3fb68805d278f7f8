import { FRAME_HEIGHT_STEP, MAX_FRAME_HEIGHT } from '@tessera/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRestoredFocus } from '../app/restored-focus.ts'
import { setLanguage } from '../lib/i18n.ts'
import { setThemeMode } from '../ui/theme-mode.ts'
import { onConsoleMessage, sendToConsole } from './console-line.ts'

/** An edge page in a frame of the console. Follows the console's theme and language, and reports its own height. */
export function Framed({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useRestoredFocus(place)
  useEffect(
    () =>
      onConsoleMessage((message) => {
        if (message.say !== 'looks') return
        setLanguage(message.language)
        setThemeMode(message.theme)
      }),
    [],
  )
  useEffect(() => {
    const element = place.current as HTMLDivElement
    const stops = [reportHeight(element), followWindow(element), preventDrags()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <div className="framed" ref={place}>
      {children}
    </div>
  )
}

/** Reports the frame's height once the first content is rendered. Until then, the console shows a placeholder. */
function reportHeight(element: HTMLElement): () => void {
  let reported: number | null = null
  const report = () => {
    if (reported === null && element.querySelector('.ant-skeleton, .t-skeleton, .ant-spin-spinning')) return
    const { height } = element.getBoundingClientRect()
    // Height 0 means that the console has hidden the frame. The console will show it again with the previous height.
    if (height === 0) return
    const pixels = Math.min(MAX_FRAME_HEIGHT, Math.ceil(height / FRAME_HEIGHT_STEP) * FRAME_HEIGHT_STEP)
    if (pixels === reported) return
    reported = pixels
    sendToConsole({ say: 'height', pixels })
  }
  const sizes = new ResizeObserver(report)
  const changes = new MutationObserver(report)
  sizes.observe(element)
  changes.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
  return () => {
    sizes.disconnect()
    changes.disconnect()
  }
}

/**
 * Prevents drags out of the page. The surrounding page could lay this page invisibly over a draggable element and read
 * what is dropped.
 */
function preventDrags(): () => void {
  const refuse = (event: Event) => event.preventDefault()
  document.addEventListener('dragstart', refuse)
  return () => document.removeEventListener('dragstart', refuse)
}

const STEPS = Array.from({ length: 101 }, (_step, n) => n / 100)

/** Tracks which part of the frame is visible, because dialogs are placed there. The frame is as high as its content. */
function followWindow(element: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      const { top = 0, height = 0 } = entry?.intersectionRect ?? {}
      const { style } = document.documentElement
      style.setProperty('--frame-top', `${top}px`)
      style.setProperty('--frame-height', `${height}px`)
    },
    { threshold: STEPS },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
