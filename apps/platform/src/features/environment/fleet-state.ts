import type { FleetPart } from '@tessera/contract'
import { type FlowerNode, openFlower } from '../../fleet/flower.ts'
import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { findFleet } from './fleet-address.ts'

/**
 * Time for which an answer of the SuperLink is reused, because a page queries the state for each of several parties at
 * once.
 */
const FRESH_MS = 2 * SECOND_MS
/** Timeout of the SuperLink's answer, which takes seconds on a busy machine. */
const PATIENCE_MS = 8 * SECOND_MS

export interface FleetState {
  /** Returns whether the SuperLink answers. */
  answers(): Promise<boolean>
  /** Returns the parts of the federation that are missing and without which this party cannot train. */
  missingFor(partyId: string): Promise<FleetPart[]>
}

/** Opens a reader of the federation's state. The state is what the SuperLink answers when the reader is queried. */
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
