import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { CardSkeleton, ErrorNote } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'
import type { RunState } from './run-state.ts'

/** The run of a task, as loaded in this browser. */
export interface RunRead {
  /** Undefined until it is loaded. */
  state: RunState | undefined
  error: Error | null
  /** Whether the reader takes part. Only participants see the run. */
  canWatch: boolean
  onRetry: () => void
}

/**
 * The content of a panel about a run: a note that the run is private, is loading or cannot be loaded, or else the
 * children.
 */
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
