import { HIGHEST_ROOM, ROOM_STEP } from '@tessera/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useHeldFocus } from '../app/held-focus.ts'
import { setLanguage } from '../lib/i18n.ts'
import { setThemeMode } from '../ui/theme-mode.ts'
import { hearConsole, tellConsole } from './console-line.ts'

/** A room in a frame of the console: it looks as the console does, and says how high it is. */
export function Framed({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useHeldFocus(place)
  useEffect(
    () =>
      hearConsole((message) => {
        if (message.say !== 'looks') return
        setLanguage(message.language)
        setThemeMode(message.theme)
      }),
    [],
  )
  useEffect(() => {
    const element = place.current as HTMLDivElement
    const stops = [tellHeight(element), followWindow(element), keepFromDrags()]
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

/** From when its first content stands: until then the console shows that something is coming. */
function tellHeight(element: HTMLElement): () => void {
  let told: number | null = null
  const tell = () => {
    if (told === null && element.querySelector('.ant-skeleton, .t-skeleton, .ant-spin-spinning')) return
    const { height } = element.getBoundingClientRect()
    // The console has put the frame out of sight, and will show it again as it was.
    if (height === 0) return
    const pixels = Math.min(HIGHEST_ROOM, Math.ceil(height / ROOM_STEP) * ROOM_STEP)
    if (pixels === told) return
    told = pixels
    tellConsole({ say: 'height', pixels })
  }
  const sizes = new ResizeObserver(tell)
  const changes = new MutationObserver(tell)
  sizes.observe(element)
  changes.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
  return () => {
    sizes.disconnect()
    changes.disconnect()
  }
}

/** The page around could lay this one, unseen, over something to be dragged, and take what is dropped. */
function keepFromDrags(): () => void {
  const refuse = (event: Event) => event.preventDefault()
  document.addEventListener('dragstart', refuse)
  return () => document.removeEventListener('dragstart', refuse)
}

const STEPS = Array.from({ length: 101 }, (_step, n) => n / 100)

/** The frame is as high as its content and the window shows a part of it: dialogs stand there. */
function followWindow(element: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      const { top = 0, height = 0 } = entry?.intersectionRect ?? {}
      const { style } = document.documentElement
      style.setProperty('--room-top', `${top}px`)
      style.setProperty('--room-height', `${height}px`)
    },
    { threshold: STEPS },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
