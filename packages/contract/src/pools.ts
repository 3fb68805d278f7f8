import { z } from 'zod'

/** The sort orders of the data pool; the first is the default. */
export const DatasetSort = z.enum(['newest', 'rows', 'size', 'columns', 'name'])
export type DatasetSort = z.infer<typeof DatasetSort>

/** The sort orders of the model pool. `metric` lists only models that have the metric, the best first. */
export const ModelSort = z.enum(['newest', 'metric', 'copies', 'name'])
export type ModelSort = z.infer<typeof ModelSort>

export const TaskSort = z.enum(['newest', 'parties', 'name'])
export type TaskSort = z.infer<typeof TaskSort>
