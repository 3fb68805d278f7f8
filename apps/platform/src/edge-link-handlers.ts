import type { EdgeLinkHandlers } from './features/environment/index.ts'
import type { Deps } from './lib/deps.ts'

/** What each kind of an edge's report changes, feature by feature, in the transaction that acknowledges it. */
export function edgeLinkHandlers(_deps: Deps): EdgeLinkHandlers {
  const later = async () => {
    throw new Error('not wired yet: the edge keeps its report')
  }
  return { reports: { dataset: later, grant: later, worker: later, 'model-use': later }, onConnect: async () => [] }
}
