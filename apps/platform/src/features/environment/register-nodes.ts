import { repeat } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { type Flower, FlowerError, nodeKey, openFlower } from '../../fleet/flower.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { findFleet } from './fleet-address.ts'
import { edges } from './table.ts'

const EVERY_MS = 2 * SECOND_MS

interface EdgeKey {
  partyId: string
  /** Public key of the party's SuperNode, PEM. */
  key: string
}

/**
 * Keeps the SuperLink's list of admitted nodes equal to the platform's list of edges: admits new keys and removes
 * replaced or revoked keys. After a restart of the fleet process it compares both lists again, because the SuperLink
 * may have another database.
 */
export function keepNodesRegistered(deps: Pick<Deps, 'db' | 'log' | 'settings'>): Stop {
  let open: { identity: string; flower: Flower } | undefined
  /** Keys that this SuperLink has admitted, by party. */
  let admitted = new Map<string, string>()
  /** Keys that the SuperLink refused, by party. Each pass tries them again, but a refusal is logged only once. */
  let refused = new Map<string, string>()
  /** Parties without an admitted node, because their edge was revoked. */
  let shutOut = new Set<string>()

  async function connect(): Promise<Flower | undefined> {
    const fleet = await findFleet(deps.settings)
    const identity = fleet && `${fleet.pid} ${fleet.superlinkUrl}`
    if (open && open.identity === identity) return open.flower
    await open?.flower.close()
    admitted = new Map()
    refused = new Map()
    shutOut = new Set()
    open = fleet && identity ? { identity, flower: openFlower(fleet) } : undefined
    return open?.flower
  }

  async function pass() {
    const flower = await connect()
    if (!flower) return
    const rows = await deps.db
      .select({ partyId: edges.partyId, key: edges.nodePublicKey, revokedTime: edges.revokedTime })
      .from(edges)
    for (const edge of rows) {
      if (edge.revokedTime) await shut(flower, edge.partyId)
      else if (admitted.get(edge.partyId) !== edge.key) await take(flower, edge)
    }
  }

  async function shut(flower: Flower, partyId: string) {
    if (shutOut.has(partyId)) return
    for (const { nodeId } of await admittedNodes(flower, partyId)) await flower.unregisterNode(nodeId)
    await deps.db.update(edges).set({ nodeId: null }).where(eq(edges.partyId, partyId))
    admitted.delete(partyId)
    shutOut.add(partyId)
    deps.log.info({ partyId }, 'the SuperLink no longer admits the party’s node')
  }

  /** Tries to admit one edge's key. If the SuperLink refuses the key, other parties do not wait. */
  async function take(flower: Flower, edge: EdgeKey) {
    const { partyId, key } = edge
    try {
      const id = await admit(flower, edge)
      await deps.db.update(edges).set({ nodeId: id }).where(eq(edges.partyId, partyId))
      admitted.set(partyId, key)
      shutOut.delete(partyId)
      refused.delete(partyId)
      deps.log.info({ partyId, nodeId: id }, 'the SuperLink admits the party’s node')
    } catch (error) {
      if (!(error instanceof FlowerError) || error.status >= 500) throw error
      if (refused.get(partyId) !== key)
        deps.log.error({ err: error, partyId }, 'the SuperLink refuses the party’s node')
      refused.set(partyId, key)
    }
  }

  const tell = (error: unknown) =>
    deps.log.warn({ err: error }, 'nodes cannot be registered at the SuperLink at the moment')
  const stop = repeat(EVERY_MS, () => pass().catch(tell))
  return async () => {
    await stop()
    await open?.flower.close()
  }
}

/**
 * Admits only the party's newest key. A key that is already admitted is not registered again, because Flower would log
 * an error.
 */
async function admit(flower: Flower, { partyId, key }: EdgeKey): Promise<string> {
  const nodes = await admittedNodes(flower, partyId)
  const known = nodes.find(({ publicKey }) => publicKey === nodeKey(key))
  const admitted = known?.nodeId ?? (await flower.registerNode(key, partyId))
  for (const { nodeId } of nodes) if (nodeId !== admitted) await flower.unregisterNode(nodeId)
  return admitted
}

/**
 * Returns the party's admitted nodes. The SuperLink still lists removed nodes, although it never accepts their keys
 * again.
 */
async function admittedNodes(flower: Flower, partyId: string) {
  return (await flower.listNodes()).filter(({ name, status }) => name === partyId && status !== 'unregistered')
}
