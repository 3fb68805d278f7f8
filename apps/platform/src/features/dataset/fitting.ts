import { isPredicting, isTimed, targetsOf } from '@tessera/contract'
import type { InstalledAlgorithm } from '../algorithm/index.ts'
import type { DatasetRow } from './table.ts'

type Described = Pick<DatasetRow, 'contentType' | 'columns' | 'columnTypes'>
type Fitted = { manifest: Pick<InstalledAlgorithm['manifest'], 'contentTypes' | 'labelKinds' | 'kind'> }

/** Whether an algorithm can do anything with a dataset: of its kind, and if it predicts, with something to predict and to predict from. */
export function fits({ manifest }: Fitted, { contentType, columns, columnTypes }: Described): boolean {
  if (manifest.kind === 'service' || !manifest.contentTypes.includes(contentType)) return false
  if (contentType !== 'tabular') return true
  if (!isPredicting(manifest)) return columns.length > 0
  const hasNumber = columns.some((column) => ['number', 'integer'].includes(columnTypes[column] ?? ''))
  if (isTimed(manifest)) return columns.length >= 3 && hasNumber
  return columns.length >= 2 && (targetsOf(manifest.labelKinds).includes('classes') || hasNumber)
}
