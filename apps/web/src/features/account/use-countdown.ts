import { useEffect, useState } from 'react'

/**
 * Returns `[secondsLeft, start]`. `start(120)` counts down to 0. The count follows the clock, so a delayed timer causes
 * no error.
 */
export function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1000))
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return [secondsLeft, start]
}
