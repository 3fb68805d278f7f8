import type { ColumnMapping } from '@tessera/contract'
import { OfferDataset, OfferRows } from '@tessera/contract/wire'
import { ApiError, call } from '../../../lib/api.ts'

interface Offered {
  taskId: string
  registrationId: string
  partyNameEn: string
  tableName: string
  /** The task's columns in terms of the dataset's own, where they differ. */
  mapping: ColumnMapping[]
}

/** Sets all rows of a dataset aside at the edge and tells the platform which dataset the party brings. */
export async function offerAllRows({ taskId, registrationId, tableName, partyNameEn, mapping }: Offered) {
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
