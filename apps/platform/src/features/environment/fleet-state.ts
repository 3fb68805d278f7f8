import type { FleetPart } from '@tessera/contract'
import { type FlowerNode, openFlower } from '../../fleet/flower.ts'
import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { findFleet } from './fleet-address.ts'

/** One answer of the SuperLink is reused this long, because a reader asks for each of several parties at once. */
const FRESH_MS = 2 * SECOND_MS
/** On a busy machine an answer takes seconds. */
const PATIENCE_MS = 8 * SECOND_MS

export interface FleetState {
  /** Whether the SuperLink answers. */
  answers(): Promise<boolean>
  /** Returns the parts of the federation that are missing for this party's training. */
  missingFor(partyId: string): Promise<FleetPart[]>
}

/** The state of the federation, as its SuperLink answers when asked. */
export function openFleetState({ settings, clock, log }: Pick<Deps, 'settings' | 'clock' | 'log'>): FleetState {
  let seen: { time: Date; nodes: Promise<FlowerNode[] | undefined> } | undefined

  async function ask(): Promise<FlowerNode[] | undefined> {
    const fleet = await findFleet(settings)
    if (!fleet) return undefined
    const flower = openFlower(fleet)
    try {
      return await flower.listNodes(AbortSignal.timeout(PATIENCE_MS))
    } catch (error) {
      log.warn({ err: error }, 'the SuperLink does not answer')
      return undefined
    } finally {
      await flower.close()
    }
  }

  function nodesNow() {
    const now = clock.now()
    if (!seen || seen.time <= after(now, -FRESH_MS)) seen = { time: now, nodes: ask() }
    return seen.nodes
  }

  return {
    answers: async () => (await nodesNow()) !== undefined,
    async missingFor(partyId) {
      const nodes = await nodesNow()
      if (!nodes) return ['node', 'superlink']
      return nodes.some(({ name, isOnline }) => name === partyId && isOnline) ? [] : ['node']
    },
  }
}
