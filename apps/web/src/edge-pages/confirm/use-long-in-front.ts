import { useEffect, useState } from 'react'

/**
 * Milliseconds for which a window must have the focus before it accepts a click. Browsers delay their permission
 * prompts equally long.
 */
const SIGHT_MS = 1_000

/**
 * Returns whether this window has had the focus for one second. Otherwise, the second click of a double-click in
 * another window could confirm here.
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
