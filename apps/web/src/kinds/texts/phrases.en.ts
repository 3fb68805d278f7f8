import { en as pageTexts } from '../../lib/page-texts.en.ts'
import type { KindText } from '../kind-text.ts'

export const en: Record<KindText, string> = {
  name: pageTexts.text,
  inAlgorithms: pageTexts.text,
  rows: 'Texts',
  rowCount: 'Texts',
  rowsRead: 'Texts read',
  guide: 'A table of texts with one or more labels each.',
  'guide.layout': 'notes.csv\n  text,label\n  "No fever since Monday.",improved',
  'guide.also': 'CSV or JSONL. To mark entities, provide tokens and tags of the same length in JSONL.',
}
