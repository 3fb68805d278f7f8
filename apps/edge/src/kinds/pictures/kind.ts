import { hasBoxes } from '../boxes/recognise.ts'
import type { EdgeKind } from '../kind.ts'
import { grantPictures } from './grant-rows.ts'
import { isPicture, PICTURE } from './picture-format.ts'
import { classedShapes } from './sample.ts'
import { readVision } from './vision.ts'

export const picture: EdgeKind = {
  recognises: async (archive) =>
    archive.entries.some(({ fileName }) => PICTURE.test(fileName)) && !(await hasBoxes(archive)),
  read: readVision,
  grant: grantPictures,
  isCounted: isPicture,
  sample: classedShapes,
  layout: {
    cn: [
      '带类别的图片示例：三种图形，各 8 张',
      '每个类别一个文件夹，文件夹名即类别，图片（PNG、JPEG、WebP 等）放在其中。',
      '也可以把图片放在任意文件夹，另附一个标签表（CSV）：一列是图片的文件名，其余各列是标签；可以有多个标签列。',
      '一张图片在一列中有任意个标签时，列名用“多标签”，标签之间用 | 隔开；没有标签时只写 |。',
    ],
    en: [
      'A sample of pictures with classes: three shapes, 8 of each',
      'A folder for each class: its name is the class, and the pictures (PNG, JPEG, WebP …) lie in it.',
      'Or pictures in any folder, and beside them a table (CSV): one column with the name of the picture, each other',
      'column a label; there may be several. Where a picture has any number of labels in one column, call the column',
      'multilabel and write | between them, and | alone where none applies.',
    ],
  },
}
