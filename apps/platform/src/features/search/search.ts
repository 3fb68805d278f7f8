import { SEARCH_LIMITS, type SearchHit } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import { type AlgorithmDeps, matchesName } from '../algorithm/index.ts'
import { listSeen } from '../dataset/index.ts'
import { listSeenModels } from '../model/index.ts'
import { listPartiesByIds, listPartiesNamed, nameOfParty } from '../party/index.ts'
import { listSeenTasks } from '../task/index.ts'

const PAGE = { size: SEARCH_LIMITS.hits, offset: 0 }

/** Returns hits of each kind, within what the lists and pages of that kind show this reader. */
export async function search({ db, algorithms }: AlgorithmDeps, text: string, actor: Actor): Promise<SearchHit[]> {
  const name = text.trim().slice(0, SEARCH_LIMITS.text)
  if (name === '') return []
  const [tasks, datasets, models, parties] = await Promise.all([
    listSeenTasks(db, actor, name, PAGE.size),
    listSeen(db, actor, { name }, { ...PAGE, isBrief: true }),
    listSeenModels(db, actor, name, PAGE.size),
    listPartiesNamed(db, { name }, PAGE),
  ])
  const owned = [
    ...tasks.map((task) => ({ kind: 'task' as const, ...task })),
    ...datasets.rows.map((dataset) => ({ kind: 'dataset' as const, ...dataset })),
    ...models.map((model) => ({ kind: 'model' as const, ...model })),
  ]
  const owners = await listPartiesByIds(db, [...new Set(owned.map(({ partyId }) => partyId))])
  const ownerOf = new Map(owners.map((party) => [party.id, nameOfParty(party, actor.language)]))
  return [
    ...owned.map(({ kind, id, name, partyId }) => ({ kind, id, name, partyName: ownerOf.get(partyId) ?? '' })),
    ...algorithms
      .list()
      .filter(({ manifest }) => matchesName(manifest, name))
      .slice(0, PAGE.size)
      .map(({ manifest }) => ({
        kind: 'algorithm' as const,
        id: manifest.id,
        name: manifest.name[actor.language],
        partyName: null,
      })),
    ...parties.rows.map((party) => ({
      kind: 'party' as const,
      id: party.id,
      name: nameOfParty(party, actor.language),
      partyName: null,
    })),
  ]
}
