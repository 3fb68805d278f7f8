import { useEffect, useState } from 'react'

/** Returns the typed text once the user has paused for `pauseMs`, and a function that sets the text at once. */
export function useDebouncedText(typed: string, pauseMs: number): [string, (text: string) => void] {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return [rested, setRested]
}
