import {
  isMarking,
  isOfPictures,
  isPredicting,
  isTimed,
  TAGS_COLUMN,
  TOKENS_COLUMN,
  targetsOf,
} from '@tessera/contract'
import type { InstalledAlgorithm } from '../algorithm/index.ts'
import type { DatasetRow } from './table.ts'

type Described = Pick<DatasetRow, 'contentType' | 'columns' | 'columnTypes' | 'labelColumns'>
type Fitted = { manifest: Pick<InstalledAlgorithm['manifest'], 'contentTypes' | 'labelKinds' | 'kind'> }

/** Name of the column that contains the uploaded texts. */
const TEXT = 'text'

/**
 * Returns whether an algorithm can use a dataset. The dataset must be of the right kind. If the algorithm predicts, the
 * dataset must also have a label and columns to predict from.
 */
export function fits({ manifest }: Fitted, { contentType, columns, columnTypes, labelColumns }: Described): boolean {
  if (manifest.kind === 'service' || !manifest.contentTypes.includes(contentType)) return false
  // Only algorithms that mark entities can use tokens with tags.
  if (contentType === 'nlp' && isMarking(manifest)) {
    return columns.includes(TOKENS_COLUMN) && labelColumns.includes(TAGS_COLUMN)
  }
  // Only algorithms that predict any number of labels can use several labels per row.
  const targets = targetsOf(manifest.labelKinds)
  const isFit = (column: string) => targets.includes(columnTypes[column] === 'labels' ? 'labels' : 'classes')
  if (contentType === 'nlp') return columns.includes(TEXT) && labelColumns.some(isFit)
  if (isOfPictures(contentType)) return targets.includes('boxes') ? labelColumns.length > 0 : labelColumns.some(isFit)
  const numbers = columns.filter((column) => ['number', 'integer'].includes(columnTypes[column] ?? ''))
  if (contentType === 'graph') return numbers.length > 0 && labelColumns.length > 0
  if (contentType !== 'tabular') return true
  if (!isPredicting(manifest)) return columns.length > 0
  const hasNumber = numbers.length > 0
  if (isTimed(manifest)) return columns.length >= 3 && hasNumber
  return columns.length >= 2 && (targets.includes('classes') || hasNumber)
}
