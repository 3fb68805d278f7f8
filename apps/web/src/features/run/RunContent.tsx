import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { CardSkeleton, ErrorNote } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'
import type { RunState } from './run-state.ts'

/** The run of a task, as far as this browser knows of it. */
export interface RunRead {
  /** Undefined until it was read. */
  state: RunState | undefined
  error: Error | null
  /** Only those who take part are told what happens inside. */
  canWatch: boolean
  onRetry: () => void
}

/** What stands in a panel for a run: that it is private, is being read or cannot be read, and only then what it says. */
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
