import { type ContentType, type Dataset, dataKindOf, rowsPhrases, rowWordOf } from '@tessera/contract'
import { usePhrases } from '../lib/i18n.ts'
import { kindPhrases } from './phrases.ts'

/** Returns the word for rows that can be selected individually, which only tables and pictures have. */
export const rowsAre = ({ contentType }: Pick<Dataset, 'contentType'>) =>
  dataKindOf(contentType).hasPictures ? 'pictures' : 'rows'

/** Returns a function that counts rows by the word for their kind of data: pictures, texts, nodes. */
export function useRowsText(): (kind: ContentType, count: number) => string {
  const t = usePhrases(rowsPhrases)
  return (kind, count) => t(`count.${rowWordOf(kind)}`, { count })
}

/**
 * Returns a function that describes the size of a dataset. It mentions the number of columns only for tables, because
 * columns of other kinds cannot be selected individually.
 */
export function useDatasetSize(): (dataset: Pick<Dataset, 'contentType' | 'rowCount' | 'columns'>) => string[] {
  const t = usePhrases(kindPhrases)
  const rowsText = useRowsText()
  return ({ contentType, rowCount, columns }) => [
    rowsText(contentType, rowCount),
    ...(dataKindOf(contentType).profilesColumns ? [t('size.columns', { count: columns.length })] : []),
  ]
}
