import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { CardSkeleton, ErrorNote } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'
import type { RunState } from './run-state.ts'

/** The state of a query for a task's run. */
export interface RunRead {
  /** The run and its events. Undefined until they are loaded. */
  state: RunState | undefined
  error: Error | null
  /** Whether the user takes part in the task. Only participants can see the run. */
  canWatch: boolean
  onRetry: () => void
}

/** Shows a panel's children with the loaded run, or a note that the run is private, is loading or cannot be loaded. */
export function RunContent({ read, children }: { read: RunRead; children: (state: RunState) => ReactNode }) {
  const t = usePhrases(runPhrases)
  const { state, error, canWatch, onRetry } = read
  if (!canWatch) return <p className="t-soft">{t('training.private')}</p>
  return (
    <>
      <ErrorNote error={error} onRetry={onRetry} />
      {state ? children(state) : !error && <CardSkeleton height={240} />}
    </>
  )
}
