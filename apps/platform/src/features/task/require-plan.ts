import { fail, type Language, type Plan } from '@tessera/contract'
import { refuseMismatch } from './column-types.ts'
import { joinedOf, type LoadedTask, stateOf } from './load.ts'
import type { RegistrationRow } from './table.ts'

/** What the parties sign; or why there is none, in the words of whoever can do something about it. */
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

/** Why no plan can be made of what was confirmed, with the party whose column is of another type. */
export function refuseFault(loaded: LoadedTask, parties: RegistrationRow[], language: Language) {
  if (loaded.agreement?.kind !== 'fault') return
  refuseMismatch(loaded, parties, language)
  throw loaded.agreement.error
}
