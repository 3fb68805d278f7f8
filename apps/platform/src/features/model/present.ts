import type { Model, ModelDetail } from '@tessera/contract'
import type { LoadedModel } from './queries.ts'
import type { ModelRow } from './table.ts'

export function presentModel({ model, artifact }: LoadedModel, partyName: string): Model {
  return {
    id: model.id,
    name: model.name,
    description: model.description,
    instruction: model.instruction,
    application: model.application,
    contentType: artifact.contentType,
    metrics: artifact.metrics,
    isPublished: model.isPublished,
    partyId: model.partyId,
    partyName,
    algorithmId: artifact.algorithmId,
    taskId: artifact.taskId,
    isImported: artifact.card.imported !== undefined,
    updateTime: model.updateTime,
  }
}

/** Codes in the API for a model's status in the pool. */
const STATUS = { notDownloaded: 1, downloaded: 3, published: 6 } as const

export function statusOf(
  { isPublished, isCopy }: Pick<ModelRow, 'isPublished' | 'isCopy'>,
  { own, published }: { own: ModelRow | undefined; published: ModelRow | undefined },
) {
  if (isPublished) return own ? STATUS.downloaded : STATUS.notDownloaded
  if (isCopy) return STATUS.downloaded
  return published ? STATUS.published : STATUS.notDownloaded
}

export function presentModelDetail(
  loaded: LoadedModel &
    Pick<ModelDetail, 'abilities' | 'elapsedMs' | 'ending' | 'repeatedIds'> & { own: ModelRow | undefined },
  names: Map<string, string>,
  uses: Pick<ModelDetail, 'useCount' | 'lastUseTime' | 'users'>,
  downloadCount: number,
): ModelDetail {
  const { card } = loaded.artifact
  const contributors = card.parties.map(({ partyId, name, rows }) => ({
    partyId,
    name: names.get(partyId) ?? name ?? partyId,
    rowCount: rows,
  }))
  return {
    model: presentModel(loaded, names.get(loaded.model.partyId) ?? ''),
    card,
    contributors,
    elapsedMs: loaded.elapsedMs,
    ending: loaded.ending,
    repeatedIds: loaded.repeatedIds,
    rowCount: contributors.reduce((sum, { rowCount }) => sum + rowCount, 0),
    partyCount: contributors.length,
    ...uses,
    downloadCount,
    importedBy: card.imported ? (names.get(card.imported.partyId) ?? card.imported.partyId) : null,
    ownModelId: loaded.own?.id ?? null,
    abilities: loaded.abilities,
  }
}
