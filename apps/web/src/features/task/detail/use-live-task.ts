import { useQueryClient } from '@tanstack/react-query'
import { type LiveMessage, useLive } from '../../../lib/live.ts'
import { useThrottled } from '../../../lib/use-throttled.ts'

/** Minimum interval between refetches: a small model's rounds follow each other faster than users can read. */
const PAUSE_MS = 500

/** Refetches a task and its run when something changes, in this browser or elsewhere. */
export function useLiveTask(taskId: string, isTraining: boolean): void {
  const client = useQueryClient()
  const refreshRun = useThrottled(() => void client.invalidateQueries({ queryKey: ['run', taskId] }), PAUSE_MS)
  const refreshTask = useThrottled(() => void client.invalidateQueries({ queryKey: ['task', taskId] }), PAUSE_MS)
  useLive((message: LiveMessage) => {
    if (message.cmd === 'run' && message.taskId !== taskId) return
    // Refetches only the run for a round of training, because the rest of the task has not changed.
    const isRoundOfRun = message.cmd === 'run' && message.seq !== 0 && isTraining
    if (!isRoundOfRun) refreshTask()
    refreshRun()
  })
}
