import { type ContentType, type Dataset, rowsPhrases } from '@tessera/contract'
import { usePhrases } from '../lib/i18n.ts'
import { kindPhrases } from './phrases.ts'

/** What the rows are called where they are picked one by one: tables and pictures alone have that. */
export const rowsAre = ({ contentType }: Pick<Dataset, 'contentType'>) =>
  contentType === 'vision' ? 'pictures' : 'rows'

/** How many rows there are, in what the kind has: pictures, texts, nodes. */
export function useRowsText(): (kind: ContentType, count: number) => string {
  const t = usePhrases(rowsPhrases)
  return (kind, count) => t(`count.${kind}`, { count })
}

/** How much a dataset has, part by part; only of a table how many columns, as nobody chooses those of any other kind by number. */
export function useDatasetSize(): (dataset: Pick<Dataset, 'contentType' | 'rowCount' | 'columns'>) => string[] {
  const t = usePhrases(kindPhrases)
  const rowsText = useRowsText()
  return ({ contentType, rowCount, columns }) => [
    rowsText(contentType, rowCount),
    ...(contentType === 'tabular' ? [t('size.columns', { count: columns.length })] : []),
  ]
}
