import { LEAST_PARTIES, type WaitingKind } from '@tessera/contract'
import type { EdgeSight } from '../environment/index.ts'
import { joinedOf, type LoadedTask, stateOf } from './load.ts'
import { type Asker, taskAbilities } from './policy.ts'
import { grantStatusOf, namesStatusOf, readinessOf } from './present.ts'

type Step = Extract<WaitingKind, 'choose-data' | 'set-plan' | 'confirm-names' | 'sign' | 'close-joining' | 'start'>

/** What this asker is the next to do in a task that recruits; undefined while others are. */
export function nextStepOf(
  loaded: LoadedTask,
  asker: Asker,
  edges: Map<string, EdgeSight>,
  now: Date,
): Step | undefined {
  const joined = joinedOf(loaded)
  const mine = joined.find(({ partyId }) => partyId === asker.partyId)
  if (!mine || loaded.task.status !== 'recruiting') return undefined
  const abilities = taskAbilities(asker, stateOf(loaded))
  const { algorithmId, columnSelection } = loaded.task
  const initiator = joined.find(({ role }) => role === 'initiator')
  const isSet = algorithmId !== null && columnSelection !== null && Boolean(initiator?.datasetId)
  // Until it says what to bring, only who makes the plan can do anything that counts.
  if (!mine.datasetId && abilities.offerData && (isSet || mine === initiator)) return 'choose-data'
  if (!isSet) return abilities.edit && mine === initiator ? 'set-plan' : undefined
  if (namesStatusOf(mine, loaded) === 'missing') return abilities.offerData ? 'confirm-names' : undefined
  // Who signs is on the edge's own list, which the platform does not have: it waits for the party.
  if (loaded.planHash !== null && mine.datasetId && grantStatusOf(mine, loaded, now) !== 'signed') return 'sign'
  const isPrepared = joined.every((one) => one.datasetId && namesStatusOf(one, loaded) !== 'missing')
  if (isPrepared && joined.length >= LEAST_PARTIES && abilities.closeJoining) return 'close-joining'
  const isReady = joined.every((one) => {
    const { data, environment } = readinessOf(one, loaded, edges.get(one.partyId), now)
    return data && environment
  })
  return isReady && loaded.planHash !== null && abilities.start ? 'start' : undefined
}
