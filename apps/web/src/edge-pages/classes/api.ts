import { queryOptions } from '@tanstack/react-query'
import type { HeldDataset } from '@tessera/contract'
import { ListClasses, NameClasses, OfferColumns } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

export const classesQuery = (tableName: string, column: string) =>
  queryOptions({
    queryKey: ['dataset', 'classes', tableName, column],
    queryFn: ({ signal }) => callOwnEdge(ListClasses, { tableName, column }, { signal }),
  })

interface Chosen {
  taskId: string
  /** The dataset that was offered before this choice. */
  dataset: HeldDataset
  label: string
  classes: string[]
}

/** Offers only the rows of these classes. Rows of these classes that were left out before are offered again. */
export function offerClasses({ taskId, dataset: { columns, tableName }, label, classes }: Chosen) {
  const others = columns.filter((column) => column !== label)
  return callOwnEdge(OfferColumns, {
    taskId,
    tableName,
    label,
    // A set of pictures may have only a single column, the label.
    columns: others.length > 0 ? others : [label],
    features: classes,
  })
}

interface Named {
  taskId: string
  datasetId: string
  label: string
  classes: string[]
}

export const nameClasses = (named: Named) => callOwnEdge(NameClasses, named)
