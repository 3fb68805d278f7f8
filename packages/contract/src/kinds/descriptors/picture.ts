import type { DataKind } from '../data-kind.ts'

/** The column with a picture's file, for granted pictures and for pictures to predict. No label can have this name. */
export const PICTURE_COLUMN = 'file'

/** Pictures with classes. A picture is read as a whole, so members do not choose columns. */
export const picture: DataKind = {
  planData: ['pictures'],
  planTarget: null,
  rowWord: 'picture',
  inputs: 'row',
  hasOnlyNumbers: false,
  textColumn: null,
  wholeColumn: { name: PICTURE_COLUMN, kind: 'pictures' },
  declaresLabels: true,
  mayLackLabels: false,
  namesClasses: true,
  marks: null,
  profilesColumns: false,
  hasPictures: true,
  hasLinks: false,
  isOfferedWhole: false,
  hasRowChoice: true,
  mayRepeatPersons: false,
  readsFileNames: true,
}
