import { fail, SoftwarePart } from '@tessera/contract'
import { allows, holding, rankOf } from '@tessera/contract/rights'
import {
  CheckHardware,
  CheckSoftware,
  ListFailingHardware,
  ListFailingSoftware,
  wireNamesOf,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { type Actor, requireParty } from '../../lib/auth.ts'
import type { Deps } from '../../lib/deps.ts'
import { serve } from '../../lib/http.ts'
import { listAllFailing, openFleetState, readEdge } from '../environment/index.ts'
import { findPartyByEnglishName, nameOfParty } from '../party/index.ts'
import { areInOneTask } from './queries.ts'

/**
 * Serves the parts that a party still lacks for training, to the party's members and to parties that wait for it in a
 * common task.
 */
export function readinessRoutes(app: FastifyInstance, deps: Deps) {
  const fleet = openFleetState(deps)
  const softwareOf = async (partyId: string) => {
    const failing = new Set<SoftwarePart>([
      ...listAllFailing((await readEdge(deps, partyId)).components),
      ...(await fleet.missingFor(partyId)),
    ])
    return SoftwarePart.options.filter((part) => failing.has(part))
  }
  const hardwareOf = async (partyId: string) => (await readEdge(deps, partyId)).conditions

  async function allowed(partyId: string, actor: Actor): Promise<string> {
    const ownId = requireParty(actor)
    const own = partyId === ownId
    const is = holding({ own, beside: !own && (await areInOneTask(deps.db, ownId, partyId)) })
    return allows('edge.see-readiness', { who: rankOf(actor), is, state: {} }) ? partyId : fail('party.not-member')
  }
  async function byName(name: string, actor: Actor) {
    const party = (await findPartyByEnglishName(deps.db, name)) ?? fail('party.not-found')
    return { partyId: await allowed(party.id, actor), party: nameOfParty(party, actor.language) }
  }

  serve(app, ListFailingSoftware, async ({ partyId }, actor) =>
    softwareOf(await allowed(partyId ?? requireParty(actor), actor)),
  )
  serve(app, ListFailingHardware, async ({ partyId }, actor) =>
    hardwareOf(await allowed(partyId ?? requireParty(actor), actor)),
  )
  serve(app, CheckSoftware, async ({ partyName }, actor) => {
    const { partyId, party } = await byName(partyName, actor)
    const failing = await softwareOf(partyId)
    if (failing.length > 0) fail('edge.software-failing', { party, parts: wireNamesOf(failing).join(', ') })
    return null
  })
  serve(app, CheckHardware, async ({ partyName }, actor) => {
    const { partyId, party } = await byName(partyName, actor)
    const failing = await hardwareOf(partyId)
    if (failing.length > 0) fail('edge.machine-failing', { party, parts: failing.join(', ') })
    return null
  })
}
