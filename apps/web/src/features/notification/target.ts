import type { Notification, NotificationKind } from '@tessera/contract'
import { paths } from '../../lib/paths.ts'

/** Where on the party's page a notice to its administrators belongs. */
const TABS: Partial<Record<NotificationKind, string>> = {
  'party.join-requested': 'requests',
  'party.joined': 'members',
  'party.left': 'members',
  'edge.lost': 'edge',
  'edge.back': 'edge',
  'edge.revoked': 'edge',
}

/** Where a notice leads, and what the way there is called; null when there is nothing to see but the notice. */
export function targetOf({ kind, taskId }: Notification): { path: string; label: 'openTask' | 'openParty' } | null {
  if (taskId) return { path: paths.task(taskId), label: 'openTask' }
  const tab = TABS[kind]
  return tab ? { path: paths.party({ tab }), label: 'openParty' } : null
}
