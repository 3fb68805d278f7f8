import type { Notification, NotificationKind } from '@tessera/contract'
import { paths } from '../../lib/paths.ts'

/** The tab of the party page for each kind of notice. */
const TABS: Partial<Record<NotificationKind, string>> = {
  'party.join-requested': 'requests',
  'party.joined': 'members',
  'party.left': 'members',
  'edge.lost': 'edge',
  'edge.back': 'edge',
  'edge.revoked': 'edge',
}

/** Returns the address of a notice's subject and the label of its link, or null if the subject has no page. */
export function targetOf({ kind, taskId }: Notification): { path: string; label: 'openTask' | 'openParty' } | null {
  if (taskId) return { path: paths.task(taskId), label: 'openTask' }
  const tab = TABS[kind]
  return tab ? { path: paths.party({ tab }), label: 'openParty' } : null
}
