import { ContentType } from '@tessera/contract'
import {
  CompareDatasets,
  DeleteDataset,
  GetDataset,
  ListDatasetChoices,
  ListDatasetsAndAlgorithms,
  ListDatasetsOfKinds,
  ListFormatDifferences,
  ListMyDatasets,
  ListPoolDatasets,
  pageRequest,
  SearchDatasetName,
  toPage,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import { type AlgorithmDeps, countUses, presentAlgorithm } from '../algorithm/index.ts'
import { compareDatasets, describeDifferences } from './compare.ts'
import { deleteDataset } from './delete-dataset.ts'
import { fits } from './fitting.ts'
import { presentDataset, presentDatasets } from './present.ts'
import { listByName, listFamily, listNewestSeen, listSeen } from './queries.ts'
import { findVisible, type TasksOfDatasets } from './tasks.ts'

const PAGE_SIZE = 16

export type DatasetDeps = AlgorithmDeps & { tasks: TasksOfDatasets }

export function datasetRoutes(app: FastifyInstance, deps: DatasetDeps) {
  const { db, tasks } = deps

  serve(app, ListPoolDatasets, async ({ contentType, sort, pageNo, pageSize, ...filter }, actor) => {
    const page = pageRequest({ pageNo, pageSize }, PAGE_SIZE)
    const wanted = { ...filter, contentTypes: contentType && [contentType] }
    const { rows, total } = await listSeen(db, actor, wanted, { ...page, sort, isBrief: true })
    return toPage(await presentDatasets(db, rows, actor), total, page)
  })
  serve(app, ListMyDatasets, async ({ name, contentType, ...input }, actor) => {
    const page = pageRequest(input, PAGE_SIZE)
    const filter = { partyId: requireParty(actor), name, contentTypes: contentType && [contentType] }
    const { rows, total } = await listSeen(db, actor, filter, page)
    return toPage(await presentDatasets(db, rows, actor), total, page)
  })
  serve(app, ListDatasetsOfKinds, async ({ contentTypes = [] }, actor) => {
    const kinds = ContentType.options.filter((kind) => contentTypes.includes(kind))
    const filter = { partyId: requireParty(actor), contentTypes: contentTypes.length > 0 ? kinds : undefined }
    return presentDatasets(db, await listNewestSeen(db, actor, filter), actor)
  })
  serve(app, ListDatasetChoices, async ({ contentType, selectedIds = [], ...input }, actor) => {
    const page = pageRequest(input, PAGE_SIZE)
    const filter = { partyId: requireParty(actor), contentTypes: contentType && [contentType] }
    const { rows, total } = await listSeen(db, actor, filter, { ...page, firstIds: selectedIds })
    return toPage(markSelected(await presentDatasets(db, rows, actor), selectedIds), total, page)
  })
  serve(app, SearchDatasetName, async ({ name }, actor) =>
    presentDatasets(db, await listByName(db, requireParty(actor), actor.userId, name), actor),
  )
  serve(app, GetDataset, async ({ datasetId }, actor) => {
    const dataset = await presentDataset(db, await findVisible(db, tasks, datasetId, actor), actor)
    if (!dataset.abilities.delete) return dataset
    const family = (await listFamily(db, datasetId)).map(({ id }) => id)
    return { ...dataset, uses: await tasks.usesOf(db, family, actor) }
  })
  serve(app, DeleteDataset, async ({ datasetId }, actor) => {
    await deleteDataset(deps, tasks, datasetId, actor)
    return null
  })

  serve(app, CompareDatasets, async ({ initiator, participant }, actor) => {
    const chosen = { initiatorId: initiator.datasetId ?? null, participantId: participant.datasetId }
    await compareDatasets(db, tasks, chosen, actor)
    return null
  })
  serve(app, ListFormatDifferences, (chosen, actor) => describeDifferences(db, tasks, chosen, actor))
  serve(app, ListDatasetsAndAlgorithms, (chosen, actor) => listFitting(deps, chosen, actor))
}

/**
 * Returns the party's datasets and the algorithms. If the caller has chosen a dataset or an algorithm, the other list
 * contains only entries that fit the choice.
 */
async function listFitting(
  { db, tasks, algorithms }: DatasetDeps,
  chosen: { datasetId?: string | undefined; algorithmId?: string | undefined },
  actor: Actor,
) {
  const dataset = chosen.datasetId ? await findVisible(db, tasks, chosen.datasetId, actor) : undefined
  const algorithm = chosen.algorithmId ? algorithms.get(chosen.algorithmId) : undefined
  const own = await listNewestSeen(db, actor, { partyId: requireParty(actor) })
  const fitting = own.filter((row) => !algorithm || fits(algorithm, row))
  const uses = await countUses(db, 'algorithm')
  const usable = algorithms.list().filter((one) => one.manifest.kind !== 'service' && (!dataset || fits(one, dataset)))
  return {
    datasets: markSelected(await presentDatasets(db, fitting, actor), [dataset?.id]),
    algorithms: markSelected(
      usable.map((one) => presentAlgorithm(one, uses.get(one.manifest.id) ?? 0, actor.language)),
      [algorithm?.manifest.id],
    ),
  }
}

const markSelected = <T extends { id: string }>(choices: T[], ids: readonly (string | undefined)[]) =>
  choices.map((choice) => ({ ...choice, isSelected: ids.includes(choice.id) }))
