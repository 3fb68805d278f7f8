import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { KindText } from '../kind-text.ts'

export const cn: Record<KindText, string> = {
  name: pageTexts.objectBoxes,
  inAlgorithms: pageTexts.objectBoxes,
  rows: pageTexts.pictures,
  rowCount: pageTexts.pictureCount,
  rowsRead: pageTexts.picturesRead,
  guide: '图片、与图片同名的标注文本（每行一个框），以及类别名称文件。',
  'guide.layout': 'images/0001.jpg\nlabels/0001.txt\n  0 0.52 0.40 0.20 0.31\nclasses.txt\n  安全帽',
  'guide.also': '每行一个框：类别、中心 x、中心 y、宽、高，均为相对图片的比例。也支持 COCO JSON。',
}
