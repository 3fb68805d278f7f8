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
      'images/ contains the pictures. labels/ contains a .txt file with the same name for each picture. Each of its lines is a box:',
      'number of the class, x and y of the centre, width, height. The last four are fractions of the picture, from 0 to 1.',
      'classes.txt contains one class name per line; the first class has the number 0. You can also use obj.names, or the names in',
      'data.yaml. A picture without a .txt file has no boxes. You can use a JSON file in COCO format instead of labels/.',
    ],
  },
}
