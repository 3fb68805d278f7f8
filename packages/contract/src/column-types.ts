import { z } from 'zod'
import { ColumnType, type ContentType } from './dataset.ts'

/** Types by column. A column without any value has none. */
export const ColumnTypes = z.record(z.string(), ColumnType)
export type ColumnTypes = z.infer<typeof ColumnTypes>

/** A column that holds something else in a party's rows than in the task. */
export const TypeMismatch = z.object({ column: z.string(), ownType: ColumnType, taskType: ColumnType })
export type TypeMismatch = z.infer<typeof TypeMismatch>

/** Whether readings of both can stand in one column: one party's measurements may happen to be whole. */
export const areOneType = (one: ColumnType, other: ColumnType) => one === other || (isNumeric(one) && isNumeric(other))
const isNumeric = (type: ColumnType) => type === 'number' || type === 'integer'

/** The first column of the task that these rows hold with another type; what has no value fits anything. */
export function findTypeMismatch(
  { contentType, columnTypes }: { contentType: ContentType; columnTypes: ColumnTypes },
  taskTypes: ColumnTypes,
): TypeMismatch | undefined {
  // A picture's classes are names, whatever they are written with.
  if (contentType === 'vision') return undefined
  for (const [column, taskType] of Object.entries(taskTypes)) {
    const ownType = columnTypes[column]
    if (ownType && !areOneType(ownType, taskType)) return { column, ownType, taskType }
  }
  return undefined
}
