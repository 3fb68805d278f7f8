import { type GrantStatus, type NamedParty, type Plan, planText, type StaleReason } from '@tessera/contract'
import { type Asking, allows, holding, rankOf } from '@tessera/contract/rights'
import { sha256 } from '@tessera/server'
import type { Actor } from '../../lib/edge-token.ts'
import { isSigner } from '../signing/index.ts'
import type { GrantDeps } from './deps.ts'
import type { StoredGrant } from './queries.ts'

type Books = Pick<GrantDeps, 'db'>

/**
 * Returns whether the user may sign. Only this edge's own list of members decides; a role on the platform does not
 * allow a user to sign.
 */
export const maySign = (actor: Actor, books: Books) => allows('grant.sign', askingAbout(actor, books))

export const mayWithdraw = (actor: Actor, books: Books) => allows('grant.withdraw', askingAbout(actor, books))

const askingAbout = (actor: Actor, books: Books): Asking<'grant'> => ({
  who: rankOf(actor),
  is: holding({ signer: isSigner(books, actor) }),
  state: {},
})

/**
 * Returns the status of a ticket from the facts that this edge knows. Only the platform knows whether the task has
 * changed.
 */
export function statusOf(grant: StoredGrant, facts: Facts): GrantStatus {
  if (grant.withdrawTime !== null) return 'withdrawn'
  if (new Date(grant.expiryTime) <= facts.now) return 'expired'
  return staleBecause(grant, facts).length > 0 ? 'stale' : 'signed'
}

interface Facts {
  newestGrantId: string | undefined
  offeredDatasetId: string | undefined
  self: NamedParty
  /** Whether the plan shows this party's own table although the party no longer agrees to that. */
  isShownUnasked: boolean
  now: Date
}

/**
 * Returns the reasons, known to this edge, why a ticket is stale: a later ticket, another selection of rows, another
 * key, or a changed agreement to show the party's own table.
 */
export const staleBecause = (grant: StoredGrant, facts: Facts): StaleReason[] => [
  ...(grant.id === facts.newestGrantId ? [] : ['replaced']),
  ...(grant.datasetId === facts.offeredDatasetId ? [] : ['rows']),
  ...(isNamed(facts.self, grant.plan) ? [] : ['parties']),
  ...(facts.isShownUnasked ? ['ownTables'] : []),
  ...(sha256(planText(grant.plan, grant.codeHash)) === grant.planHash ? [] : ['plan']),
]

export const isNamed = (self: NamedParty, { parties }: Pick<Plan, 'parties'>) =>
  parties.some(({ partyId, key }) => partyId === self.partyId && key === self.key)
