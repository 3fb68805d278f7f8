import { en as pageTexts } from '../../lib/page-texts.en.ts'
import type { KindText } from '../kind-text.ts'

export const en: Record<KindText, string> = {
  name: pageTexts.objectBoxes,
  inAlgorithms: pageTexts.objectBoxes,
  rows: pageTexts.pictures,
  rowCount: pageTexts.pictureCount,
  rowsRead: pageTexts.picturesRead,
  guide: 'Pictures, a text file with the boxes of each picture under the same name, and the class names.',
  'guide.layout': 'images/0001.jpg\nlabels/0001.txt\n  0 0.52 0.40 0.20 0.31\nclasses.txt\n  helmet',
  'guide.also':
    'One box per line: class, centre x, centre y, width and height, relative to the picture size. COCO JSON is supported, too.',
}
