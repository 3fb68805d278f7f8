import { dataKindOf, isPredicting, isTimed, targetsOf } from '@tessera/contract'
import type { InstalledAlgorithm } from '../algorithm/index.ts'
import type { DatasetRow } from './table.ts'

type Described = Pick<DatasetRow, 'contentType' | 'columns' | 'columnTypes' | 'labelColumns'>
type Fitted = { manifest: Pick<InstalledAlgorithm['manifest'], 'contentTypes' | 'labelKinds' | 'kind'> }

/**
 * Returns whether an algorithm can use a dataset. The dataset must be of the right kind. If the algorithm predicts, the
 * dataset must also have a label and columns to predict from.
 */
export function fits({ manifest }: Fitted, { contentType, columns, columnTypes, labelColumns }: Described): boolean {
  if (manifest.kind === 'service' || !manifest.contentTypes.includes(contentType)) return false
  const { declaresLabels, hasOnlyNumbers, marks, textColumn } = dataKindOf(contentType)
  const targets = targetsOf(manifest.labelKinds)
  const hasNumber = columns.some((column) => ['number', 'integer'].includes(columnTypes[column] ?? ''))
  if (declaresLabels) {
    if (hasOnlyNumbers) return hasNumber && labelColumns.length > 0
    // Only algorithms that predict marked classes can use marks, such as tags of tokens.
    if (marks && manifest.labelKinds.includes(marks.labelKind)) {
      return labelColumns.includes(marks.column) && (marks.within === null || columns.includes(marks.within))
    }
    // Only algorithms that predict any number of labels can use several labels per row.
    const isFit = (column: string) => targets.includes(columnTypes[column] === 'labels' ? 'labels' : 'classes')
    return (textColumn === null || columns.includes(textColumn)) && labelColumns.some(isFit)
  }
  if (!isPredicting(manifest)) return columns.length > 0
  if (isTimed(manifest)) return columns.length >= 3 && hasNumber
  return columns.length >= 2 && (targets.includes('classes') || hasNumber)
}
