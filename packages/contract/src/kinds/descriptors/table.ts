import type { DataKind } from '../data-kind.ts'

/** Tables: one row per line, in columns that members name and choose. */
export const table: DataKind = {
  planData: ['table'],
  planTarget: null,
  rowWord: 'row',
  inputs: 'chosen',
  hasOnlyNumbers: false,
  textColumn: null,
  wholeColumn: null,
  declaresLabels: false,
  mayLackLabels: false,
  namesClasses: false,
  marks: null,
  profilesColumns: true,
  hasPictures: false,
  hasLinks: false,
  isOfferedWhole: false,
  hasRowChoice: true,
  mayRepeatPersons: true,
  readsFileNames: false,
}
