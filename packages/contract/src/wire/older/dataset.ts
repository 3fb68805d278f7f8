import { z } from 'zod'
import { ContentType } from '../../dataset.ts'
import type { Extra } from '../codec.ts'

/** Fields of a dataset that only clients of the specification read. */
export const datasetFields = {
  /** The kind of data that an algorithm must accept for this dataset. */
  evalType: ContentType.optional(),
  /** The party's English name, which also identifies its edge and the location of its tables. */
  edgeName: z.string().optional(),
  storageNamespace: z.string().optional(),
  labelName: z.string().optional(),
  /** The URL at which the party's edge shows the rows. It is never a file path. */
  path: z.string().optional(),
  hidden: z.boolean().optional(),
  deleted: z.boolean().optional(),
}

/** Adds the columns as a comma-separated list beside the JSON list; it is left out if a name contains a comma. */
export const columnsAsText: Extra = {
  write: ({ columnList }) => {
    const columns = columnList as string[] | undefined
    return columns && !columns.some((column) => column.includes(',')) ? { columns: columns.join(',') } : {}
  },
}
