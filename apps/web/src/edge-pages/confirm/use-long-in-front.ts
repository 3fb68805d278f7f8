import { useEffect, useState } from 'react'

/** The delay that browsers use before their own permission prompts can be answered. */
const SIGHT_MS = 1_000

/**
 * Returns whether this window has been in front for one second. The second click of a double click in another window
 * would otherwise land here.
 */
export function useLongInFront(): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(waiting)
      setInSight(false)
      if (document.hasFocus()) waiting = setTimeout(() => setInSight(true), SIGHT_MS)
    }
    begin()
    for (const turn of ['focus', 'blur']) window.addEventListener(turn, begin)
    return () => {
      clearTimeout(waiting)
      for (const turn of ['focus', 'blur']) window.removeEventListener(turn, begin)
    }
  }, [])
  return isInSight
}
