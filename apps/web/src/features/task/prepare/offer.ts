import type { ColumnMapping } from '@tessera/contract'
import { OfferDataset, OfferRows } from '@tessera/contract/wire'
import { ApiError, call } from '../../../lib/api.ts'

interface Offered {
  taskId: string
  registrationId: string
  edgeName: string
  tableName: string
  /** How the task's columns map to the dataset's own columns, if they differ. */
  mapping: ColumnMapping[]
}

/**
 * Asks the edge to store all rows of a dataset as the party's offer, and reports the offered dataset to the platform.
 */
export async function offerAllRows({ taskId, registrationId, tableName, edgeName, mapping }: Offered) {
  const offered = await call(OfferRows, {
    taskId,
    tableName,
    rows: [],
    edgeName,
    ...(mapping.length > 0 && { mapping }),
  })
  await reportToPlatform(registrationId, offered.datasetId)
  return offered
}

/** Reports a dataset to the platform that an edge page created from selected rows. */
export const offerSetAside = (registrationId: string, datasetId: string) => reportToPlatform(registrationId, datasetId)

const reportToPlatform = (registrationId: string, datasetId: string) =>
  retryUntilKnown(() => call(OfferDataset, { registrationId, datasetId }))

/**
 * Retries until the platform knows the dataset. The edge reports the dataset over its own connection, which can be
 * slower than this call.
 */
async function retryUntilKnown<T>(attempt: () => Promise<T>, deadline = Date.now() + 10_000): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const early = error instanceof ApiError && error.code === 'dataset.not-found' && Date.now() < deadline
    if (!early) throw error
    await new Promise((resolve) => setTimeout(resolve, 400))
    return retryUntilKnown(attempt, deadline)
  }
}
