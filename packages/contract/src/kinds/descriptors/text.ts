import type { DataKind } from '../data-kind.ts'

/** The column of texts in an upload of texts. */
export const TEXT_COLUMN = 'text'
/** The columns of tokens and of their tags, in an upload of tokenised texts. */
export const TOKENS_COLUMN = 'tokens'
export const TAGS_COLUMN = 'tags'

/** Texts with classes, or texts that are split into tokens with tags. */
export const text: DataKind = {
  planData: ['texts', 'tokens'],
  planTarget: null,
  rowWord: 'text',
  inputs: 'all',
  hasOnlyNumbers: false,
  textColumn: TEXT_COLUMN,
  wholeColumn: null,
  declaresLabels: true,
  mayLackLabels: false,
  namesClasses: false,
  marks: { column: TAGS_COLUMN, labelKind: 'entities', within: TOKENS_COLUMN },
  profilesColumns: false,
  hasPictures: false,
  hasLinks: false,
  isOfferedWhole: false,
  hasRowChoice: false,
  mayRepeatPersons: true,
  readsFileNames: true,
}
