import type { ColumnMapping, Dataset } from '@tessera/contract'
import { OfferColumns, OfferDataset, OfferRows } from '@tessera/contract/wire'
import { ApiError, call } from '../../../lib/api.ts'

interface Offering {
  taskId: string
  registrationId: string
  partyNameEn: string
}

interface RowsOffered extends Offering {
  tableName: string
  /** The task's columns in terms of the dataset's own, where they differ. */
  mapping: ColumnMapping[]
}

/** Sets all rows of a dataset aside at the edge and tells the platform which dataset the party brings. */
export async function offerAllRows({ taskId, registrationId, tableName, partyNameEn, mapping }: RowsOffered) {
  const offered = await call(OfferRows, {
    taskId,
    tableName,
    rows: [],
    partyNameEn,
    ...(mapping.length > 0 && { mapping }),
  })
  await tellPlatform(registrationId, offered.datasetId)
  return offered
}

/** Tells the platform of rows that a page of the edge has set aside. */
export const offerSetAside = (registrationId: string, datasetId: string) => tellPlatform(registrationId, datasetId)

interface ClassesOffered extends Offering {
  /** The rows offered so far. */
  dataset: Dataset
  label: string
  classes: string[]
}

/** Leaves the rows of all other classes out; the edge takes those of these classes in again that it had left out before. */
export async function offerClasses({ taskId, registrationId, dataset, label, classes, partyNameEn }: ClassesOffered) {
  const others = dataset.columns.filter((column) => column !== label)
  const offered = await call(OfferColumns, {
    taskId,
    tableName: dataset.tableName,
    partyNameEn,
    // A set of pictures may have no column beside its label.
    columns: others.length > 0 ? others : [label],
    label,
    features: classes,
  })
  await tellPlatform(registrationId, offered.datasetId)
  return offered
}

const tellPlatform = (registrationId: string, datasetId: string) =>
  onceKnown(() => call(OfferDataset, { registrationId, datasetId }))

/** The edge tells the platform of the new set over its own link; this call may arrive first. */
async function onceKnown<T>(attempt: () => Promise<T>, deadline = Date.now() + 10_000): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const early = error instanceof ApiError && error.code === 'dataset.not-found' && Date.now() < deadline
    if (!early) throw error
    await new Promise((resolve) => setTimeout(resolve, 400))
    return onceKnown(attempt, deadline)
  }
}
