import { fail, type Plan } from '@tessera/contract'
import { refuseMismatch } from './column-types.ts'
import { joinedOf, type LoadedTask, stateOf } from './load.ts'

/** What the parties sign; or why there is none, in the words of whoever can do something about it. */
export function requirePlan(loaded: LoadedTask): Plan {
  const { plan, agreement } = loaded
  if (plan) return plan
  if (!agreement) fail('task.no-columns')
  if (agreement.kind === 'waiting') {
    const parties = agreement.partyIds.map((id) => loaded.parties.get(id)?.name ?? id).join(', ')
    fail('task.names-missing', { parties })
  }
  if (agreement.kind === 'fault') {
    refuseMismatch(loaded, joinedOf(loaded), 'cn')
    throw agreement.error
  }
  return fail(stateOf(loaded).joining === 'open' ? 'task.joining-open' : 'task.no-columns')
}
