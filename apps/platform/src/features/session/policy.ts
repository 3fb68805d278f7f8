import { isAtLeast, leastOf, type RightName, rankOf, rightsWithin } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** Menu entries, as the wire calls them, with the right to open each. */
const MENU = {
  home: 'platform.read',
  task: 'task.list-pool',
  data: 'dataset.list-pool',
  algorithm: 'algorithm.read',
  modal: 'model.list-pool',
  journal: 'platform.read',
  mytask: 'task.list-own',
  mydata: 'dataset.list-own',
  mymodal: 'model.list-own',
  environment: 'edge.see',
} satisfies Record<string, RightName>

type Ranked = Parameters<typeof rankOf>[0]

/** The caller's role as the table of rights knows it. */
export function roleOf(actor: Ranked): { role: Actor['role']; isSuperAdmin: boolean } {
  const rank = rankOf(actor)
  const isSuperAdmin = isAtLeast(rank, 'super-admin')
  if (isAtLeast(rank, 'admin')) return { role: 'admin', isSuperAdmin }
  return { role: isAtLeast(rank, 'member') ? 'member' : 'tourist', isSuperAdmin }
}

/**
 * Menu entries and buttons by the rank alone: what somebody like this can do at all. Whether they may with this very
 * task or model, its `abilities` say, and the server checks every call on its own.
 */
export function permissionsOf(actor: Ranked): { menu: string[]; buttons: string[] } {
  const rank = rankOf(actor)
  const menu = Object.entries(MENU).flatMap(([entry, right]) => (isAtLeast(rank, leastOf(right)) ? [entry] : []))
  return { menu, buttons: rightsWithin(rank) }
}
