import type { DataKind } from '../data-kind.ts'
import { picture } from './picture.ts'

/** The column of boxes in a dataset of pictures. Each cell contains a JSON list. */
export const BOXES_COLUMN = 'boxes'

/** Pictures with boxes. They differ from pictures with classes in their label, and in that no single rows are chosen. */
export const boxes: DataKind = {
  ...picture,
  planTarget: 'boxes',
  namesClasses: false,
  marks: { column: BOXES_COLUMN, labelKind: 'boxes', within: null },
  hasRowChoice: false,
}
