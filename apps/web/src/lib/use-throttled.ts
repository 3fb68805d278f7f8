import { useEffect, useRef } from 'react'

/**
 * Returns a function that runs `action` at once and then at most once per pause. After the last call, `action` always
 * runs.
 */
export function useThrottled(action: () => void, pauseMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const isWanted = useRef(false)
  const latest = useRef(action)
  latest.current = action
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
    },
    [],
  )
  return () => {
    if (timer.current) {
      isWanted.current = true
      return
    }
    const run = () => {
      isWanted.current = false
      latest.current()
      timer.current = setTimeout(() => {
        timer.current = null
        if (isWanted.current) run()
      }, pauseMs)
    }
    run()
  }
}
