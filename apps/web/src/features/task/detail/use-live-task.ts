import { useQueryClient } from '@tanstack/react-query'
import { type LiveMessage, useLive } from '../../../lib/live.ts'
import { useThrottled } from '../../../lib/use-throttled.ts'

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
    const isRoundOfRun = message.cmd === 'run' && message.seq !== 0 && isTraining
    if (!isRoundOfRun) refreshTask()
    refreshRun()
  })
}
