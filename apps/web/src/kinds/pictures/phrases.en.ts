import { en as pageTexts } from '../../lib/page-texts.en.ts'
import type { KindText } from '../kind-text.ts'

export const en: Record<KindText, string> = {
  name: pageTexts.pictures,
  inAlgorithms: pageTexts.pictures,
  rows: pageTexts.pictures,
  rowCount: pageTexts.pictureCount,
  rowsRead: pageTexts.picturesRead,
  guide: 'Pictures (such as JPEG or PNG) in one folder per class.',
  'guide.layout': 'normal/0001.png\nnormal/0002.png\npneumonia/0003.png',
  'guide.also': 'Or all pictures together with a CSV file that lists each picture and its label or labels.',
}
