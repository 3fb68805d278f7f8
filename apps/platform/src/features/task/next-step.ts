import { MIN_PARTIES, type WaitingKind } from '@tessera/contract'
import type { EdgePresence } from '../environment/index.ts'
import { joinedOf, type LoadedTask, stateOf } from './load.ts'
import { type Asker, taskAbilities } from './policy.ts'
import { grantStatusOf, namesStatusOf, readinessOf } from './present.ts'

type Step = Extract<WaitingKind, 'choose-data' | 'set-plan' | 'confirm-names' | 'sign' | 'close-joining' | 'start'>

/** Returns the reader's next step in a recruiting task; undefined while the reader waits for other parties. */
export function nextStepOf(
  loaded: LoadedTask,
  asker: Asker,
  edges: Map<string, EdgePresence>,
  now: Date,
): Step | undefined {
  const joined = joinedOf(loaded)
  const mine = joined.find(({ partyId }) => partyId === asker.partyId)
  if (!mine || loaded.task.status !== 'recruiting') return undefined
  const abilities = taskAbilities(asker, stateOf(loaded))
  const { algorithmId, columnSelection } = loaded.task
  const initiator = joined.find(({ role }) => role === 'initiator')
  const isSet = algorithmId !== null && columnSelection !== null && Boolean(initiator?.datasetId)
  // Only the initiator can proceed until the task has an algorithm, columns and the initiator's dataset.
  if (!mine.datasetId && abilities.offerData && (isSet || mine === initiator)) return 'choose-data'
  if (!isSet) return abilities.edit && mine === initiator ? 'set-plan' : undefined
  if (namesStatusOf(mine, loaded) === 'missing') return abilities.offerData ? 'confirm-names' : undefined
  // Only the edge knows which members are signers, so the step is shown to all members of the party.
  if (loaded.planHash !== null && mine.datasetId && grantStatusOf(mine, loaded, now) !== 'signed') return 'sign'
  const isPrepared = joined.every((one) => one.datasetId && namesStatusOf(one, loaded) !== 'missing')
  if (isPrepared && joined.length >= MIN_PARTIES && abilities.closeJoining) return 'close-joining'
  const isReady = joined.every((one) => {
    const { data, environment } = readinessOf(one, loaded, edges.get(one.partyId), now)
    return data && environment
  })
  return isReady && loaded.planHash !== null && abilities.start ? 'start' : undefined
}
