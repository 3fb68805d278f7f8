import { fail, type Language, type Plan } from '@tessera/contract'
import { joinedOf, type LoadedTask, stateOf } from '../load.ts'
import type { RegistrationRow } from '../table.ts'
import { refuseMismatch } from './column-types.ts'

/**
 * Returns the plan that the parties sign. If there is no plan, fails with the reason, which tells the reader what to
 * do.
 */
export function requirePlan(loaded: LoadedTask): Plan {
  const { plan, agreement } = loaded
  if (plan) return plan
  if (!agreement) fail('task.no-columns')
  if (agreement.kind === 'waiting') {
    const parties = agreement.partyIds.map((id) => loaded.parties.get(id)?.name ?? id).join(', ')
    fail('task.names-missing', { parties })
  }
  refuseFault(loaded, joinedOf(loaded), 'cn')
  return fail(stateOf(loaded).joining === 'open' ? 'task.joining-open' : 'task.no-columns')
}

/**
 * Fails if the confirmed names allow no plan. The error gives the reason, and names the party whose column has another
 * type.
 */
export function refuseFault(loaded: LoadedTask, parties: RegistrationRow[], language: Language) {
  if (loaded.agreement?.kind !== 'fault') return
  refuseMismatch(loaded, parties, language)
  throw loaded.agreement.error
}
