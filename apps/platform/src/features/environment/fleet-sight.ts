import type { FleetPart } from '@tessera/contract'
import { type FlowerNode, openFlower } from '../../fleet/flower.ts'
import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import type { PlatformSettings } from '../../settings.ts'
import { findFleet } from './fleet-door.ts'

/** Who watches several parties asks for each of them: one answer of the SuperLink serves all of that moment. */
const FRESH_MS = 2 * SECOND_MS
/** On a machine that has much to do an answer takes seconds. */
const PATIENCE_MS = 8 * SECOND_MS

export type FleetSight = (partyId: string) => Promise<FleetPart[]>

/** Undefined where no fleet runs. */
async function askNodes(settings: Pick<PlatformSettings, 'DATA_DIR'>): Promise<FlowerNode[] | undefined> {
  const fleet = await findFleet(settings)
  if (!fleet) return undefined
  const flower = openFlower(fleet)
  try {
    return await flower.listNodes(AbortSignal.timeout(PATIENCE_MS))
  } finally {
    await flower.close()
  }
}

export const fleetAnswers = ({ settings }: Pick<Deps, 'settings'>): Promise<boolean> =>
  askNodes(settings).then(
    (nodes) => nodes !== undefined,
    () => false,
  )

/** Which part of the federation a party cannot train with, as the SuperLink says when it is asked. */
export function openFleetSight({ settings, clock, log }: Pick<Deps, 'settings' | 'clock' | 'log'>): FleetSight {
  let seen: { time: Date; nodes: Promise<FlowerNode[] | undefined> } | undefined

  async function ask(): Promise<FlowerNode[] | undefined> {
    return askNodes(settings).catch((error: unknown) => {
      log.warn({ err: error }, 'the SuperLink does not answer')
      return undefined
    })
  }

  return async (partyId) => {
    const now = clock.now()
    if (!seen || seen.time <= after(now, -FRESH_MS)) seen = { time: now, nodes: ask() }
    const nodes = await seen.nodes
    if (!nodes) return ['node', 'superlink']
    return nodes.some(({ name, isOnline }) => name === partyId && isOnline) ? [] : ['node']
  }
}
