import { z } from 'zod'

/** The orders of a pool; the first is the default. */
export const DatasetSort = z.enum(['newest', 'rows', 'size', 'columns', 'name'])
export type DatasetSort = z.infer<typeof DatasetSort>

/** `metric`: models that have it, the best first. */
export const ModelSort = z.enum(['newest', 'metric', 'copies', 'name'])
export type ModelSort = z.infer<typeof ModelSort>

export const TaskSort = z.enum(['newest', 'parties', 'name'])
export type TaskSort = z.infer<typeof TaskSort>
