import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type LiveMessage, useLive } from '../../../lib/live.ts'

/** Rounds of a small model follow each other faster than anybody reads: at most one question in this time. */
const PAUSE_MS = 500

/** Asks again for a task and its run when something happened to it, here or elsewhere. */
export function useLiveTask(taskId: string, isTraining: boolean): void {
  const client = useQueryClient()
  const refreshRun = useThrottled(() => void client.invalidateQueries({ queryKey: ['run', taskId] }), PAUSE_MS)
  const refreshTask = useThrottled(() => void client.invalidateQueries({ queryKey: ['task', taskId] }), PAUSE_MS)
  useLive((message: LiveMessage) => {
    if (message.cmd === 'run' && message.taskId !== taskId) return
    // A training says something every round; the rest of the task stays as it is meanwhile.
    const isRoundOfRun = message.cmd === 'run' && message.seq > 0 && isTraining
    if (!isRoundOfRun) refreshTask()
    refreshRun()
  })
}

/** Calls at once, then at most once per pause, and always once after the last wish. */
function useThrottled(action: () => void, pauseMs: number): () => void {
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
