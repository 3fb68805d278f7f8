import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { KindText } from '../kind-text.ts'

export const cn: Record<KindText, string> = {
  name: pageTexts.pictures,
  inAlgorithms: pageTexts.pictures,
  rows: pageTexts.pictures,
  rowCount: pageTexts.pictureCount,
  rowsRead: pageTexts.picturesRead,
  guide: '图片（JPEG、PNG 等），每个类别一个文件夹。',
  'guide.layout': '正常/0001.png\n正常/0002.png\n肺炎/0003.png',
  'guide.also': '也可以把图片放在一起，另附一个 CSV 文件，写明每张图片及其一个或多个标签。',
}
