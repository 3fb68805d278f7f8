import { z } from 'zod'
import { ColumnType, type ContentType } from './dataset.ts'
import { dataKindOf } from './kinds/data-kinds.ts'

/** Types of columns, by column name. A column without any value has no type. */
export const ColumnTypes = z.record(z.string(), ColumnType)
export type ColumnTypes = z.infer<typeof ColumnTypes>

/** A column whose type in a party's rows differs from that in the task. */
export const TypeMismatch = z.object({ column: z.string(), ownType: ColumnType, taskType: ColumnType })
export type TypeMismatch = z.infer<typeof TypeMismatch>

/**
 * Returns whether values of both types can be in one column. Integers and decimals can, because one party's
 * measurements may happen to be whole numbers.
 */
export const areOneType = (one: ColumnType, other: ColumnType) => one === other || (isNumeric(one) && isNumeric(other))
const isNumeric = (type: ColumnType) => type === 'number' || type === 'integer'

/**
 * Returns the first column whose type in these rows differs from its type in the task. A column without values fits any
 * type.
 */
export function findTypeMismatch(
  { contentType, columnTypes }: { contentType: ContentType; columnTypes: ColumnTypes },
  taskTypes: ColumnTypes,
): TypeMismatch | undefined {
  if (dataKindOf(contentType).namesClasses) return undefined
  for (const [column, taskType] of Object.entries(taskTypes)) {
    const ownType = columnTypes[column]
    if (ownType && !areOneType(ownType, taskType)) return { column, ownType, taskType }
  }
  return undefined
}
