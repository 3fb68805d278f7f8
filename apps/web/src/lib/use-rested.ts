import { useEffect, useState } from 'react'

/** What was typed once it rests for `pauseMs`, and how it is taken at once. */
export function useRested(typed: string, pauseMs: number): [string, (text: string) => void] {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return [rested, setRested]
}
