import { contentTypeOf, dataKindOf, grantedColumns, type Plan } from '@tessera/contract'
import { useRowsText } from '../../kinds/use-dataset-size.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { grantPhrases } from './phrases.ts'

interface Granted {
  plan: Pick<Plan, 'data' | 'target'>
  rowCount: number
  datasetName: string
}

/**
 * Returns a function that describes the granted data in one line. It mentions the number of columns only for tables.
 */
export function useDataText(): (granted: Granted) => string {
  const t = usePhrases(grantPhrases)
  const rowsText = useRowsText()
  return ({ plan, rowCount, datasetName }) => {
    const kind = contentTypeOf(plan.data, plan.target)
    return t(dataKindOf(kind).profilesColumns ? 'ticket.data.value' : 'ticket.data.whole', {
      rows: rowsText(kind, rowCount),
      dataset: datasetName,
      columns: grantedColumns(plan).length,
    })
  }
}
