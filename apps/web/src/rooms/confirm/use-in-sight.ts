import { useEffect, useState } from 'react'

/** As browsers wait before their own questions can be answered. */
const SIGHT_MS = 1_000

/** Whether this window has been in front for a second: of a double press in another window the second would meet it. */
export function useInSight(): boolean {
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
