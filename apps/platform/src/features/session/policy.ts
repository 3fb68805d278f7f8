import { isAtLeast, leastOf, type RightName, rankOf, rightsWithin } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** Menu entries under their names in the API, each with the right that opens it. */
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

/** Returns the caller's role from the table of rights. */
export function roleOf(actor: Ranked): { role: Actor['role']; isSuperAdmin: boolean } {
  const rank = rankOf(actor)
  const isSuperAdmin = isAtLeast(rank, 'super-admin')
  if (isAtLeast(rank, 'admin')) return { role: 'admin', isSuperAdmin }
  return { role: isAtLeast(rank, 'member') ? 'member' : 'tourist', isSuperAdmin }
}

/**
 * Returns menu entries and buttons according to the caller's rank alone, that is, what a user of this rank can do in
 * general. The `abilities` of a task or model decide about that object, and the server checks every call.
 */
export function permissionsOf(actor: Ranked): { menu: string[]; buttons: string[] } {
  const rank = rankOf(actor)
  const menu = Object.entries(MENU).flatMap(([entry, right]) => (isAtLeast(rank, leastOf(right)) ? [entry] : []))
  return { menu, buttons: rightsWithin(rank) }
}
