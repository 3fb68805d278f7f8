import type { ToFrame } from '@tessera/contract'
import { useEffect, useState } from 'react'
import { onConsoleMessage, sendToConsole } from './console-line.ts'

type Answer = Extract<ToFrame, { say: 'classes' | 'run' }>

/** Asks the console for the subject of this page. Returns the console's answer, or null until then. */
export function useConsoleAnswer<Say extends Answer['say']>(say: Say): Extract<Answer, { say: Say }> | null {
  const [answer, setAnswer] = useState<Extract<Answer, { say: Say }> | null>(null)
  useEffect(() => {
    const stop = onConsoleMessage((message) => {
      if (message.say === say) setAnswer(message as Extract<Answer, { say: Say }>)
    })
    sendToConsole({ say: 'which' })
    return stop
  }, [say])
  return answer
}
