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
      'A sample of pictures with classes: three shapes, 8 pictures of each',
      "Create a folder for each class. The folder's name is the class, and the folder contains the pictures (PNG, JPEG, WebP …).",
      'Alternatively, put the pictures into any folders and add a table (CSV). One of its columns contains the file names of the',
      'pictures. Each other column is a label column; there may be several.',
      'If a picture can have several labels in one column, name the column multilabel and separate the labels by |. For a picture',
      'without labels, write only |.',
    ],
  },
}
