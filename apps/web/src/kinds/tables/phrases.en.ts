import { en as pageTexts } from '../../lib/page-texts.en.ts'
import type { KindText } from '../kind-text.ts'

export const en: Record<KindText, string> = {
  name: pageTexts.table,
  inAlgorithms: 'Tables',
  rows: 'Rows',
  rowCount: pageTexts.rowsCounted,
  rowsRead: 'Rows read',
  guide: 'One table. The first line contains the column names; each further line is one case.',
  'guide.layout': 'cases.csv\n  patient,age,chol,diagnosis\n  P-1,63,233,0\n  P-2,41,204,1',
  'guide.also': 'CSV, TSV, XLSX or Parquet; UTF-8, GBK or UTF-16; comma, semicolon or tab.',
}
