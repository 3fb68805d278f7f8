import type { EdgeKind } from '../kind.ts'
import { isInLabelsFolder } from '../picture-names.ts'
import { grantPictures } from '../pictures/grant-rows.ts'
import { isPicture } from '../pictures/picture-format.ts'
import { boxedShapes } from '../pictures/sample.ts'
import { readYolo } from '../pictures/yolo.ts'
import { hasBoxes } from './recognise.ts'

export const boxes: EdgeKind = {
  recognises: hasBoxes,
  read: readYolo,
  grant: grantPictures,
  isCounted: (name) => isPicture(name) || isInLabelsFolder(name),
  sample: boxedShapes,
  layout: {
    cn: [
      '带标注框的图片示例：24 张图片，三种图形',
      'images/ 中是图片；labels/ 中每张图片有一个同名的 .txt，每行一个框：类别序号 中心x 中心y 宽 高，后四个数是占图片的比例（0 到 1）。',
      'classes.txt 每行一个类别名，第一行的序号是 0；也可以用 obj.names 或 data.yaml 的 names。',
      '没有 .txt 的图片表示没有框。也可以用 COCO 的 JSON 代替 labels/。',
    ],
    en: [
      'A sample of pictures with boxes: 24 pictures, three shapes',
      'In images/ lie the pictures, in labels/ a .txt of the same name for each, with one box a line: number of its class,',
      'x and y of its middle, its width and its height; these four are shares of the picture, from 0 to 1.',
      'classes.txt names a class a line, the first of them is number 0; obj.names or the names of a data.yaml do as well.',
      'A picture without a .txt has no boxes. A JSON document as COCO has them can stand in place of labels/.',
    ],
  },
}
