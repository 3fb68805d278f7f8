import type { ToRoom } from '@tessera/contract'
import { useEffect, useState } from 'react'
import { hearConsole, tellConsole } from './console-line.ts'

type Answer = Extract<ToRoom, { say: 'classes' | 'run' }>

/** What the console answers, once it is asked what this page is about; null until then. */
export function useAsked<Say extends Answer['say']>(say: Say): Extract<Answer, { say: Say }> | null {
  const [asked, setAsked] = useState<Extract<Answer, { say: Say }> | null>(null)
  useEffect(() => {
    const stop = hearConsole((message) => {
      if (message.say === say) setAsked(message as Extract<Answer, { say: Say }>)
    })
    tellConsole({ say: 'which' })
    return stop
  }, [say])
  return asked
}
