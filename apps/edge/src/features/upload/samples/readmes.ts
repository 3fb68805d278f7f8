import type { ContentType } from '@tessera/contract'

const readme = (cn: string[], en: string[]) => [...cn, '', ...en, ''].join('\r\n')

/**
 * Description of the archive layout for each kind of data, for users who create such an archive. Files with this name
 * are never read as data.
 */
export const READMES: Record<ContentType, string> = {
  tabular: readme(
    [
      '表格数据示例（均为虚构）',
      '压缩包中放一个表格：CSV、TSV、XLSX 或 Parquet。第一行是列名，每列一个名称，不可重复。',
      '编码：UTF-8、GB18030（含 GBK）或带 BOM 的 UTF-16；分隔符：逗号、分号、制表符或竖线。',
      '名为 id 的列用作行的标识，没有则自动编号。空单元格和 NA 等表示缺失值。标签列在任务中选择。',
    ],
    [
      'A sample of a table (synthetic data)',
      'Put one table into the archive: CSV, TSV, XLSX or Parquet. The first line contains the column names, which must be unique.',
      'Encodings: UTF-8, GB18030 (which includes GBK), or UTF-16 with a BOM. Delimiters: comma, semicolon, tab or |.',
      'A column named id identifies the rows. Without it, rows are numbered. Empty cells and NA are missing values.',
      'You choose the label column in the task.',
    ],
  ),
  vision: readme(
    [
      '带类别的图片示例：三种图形，各 8 张',
      '每个类别一个文件夹，文件夹名即类别，图片（PNG、JPEG、WebP 等）放在其中。',
      '也可以把图片放在任意文件夹，另附一个标签表（CSV）：一列是图片的文件名，其余各列是标签；可以有多个标签列。',
      '一张图片在一列中有任意个标签时，列名用“多标签”，标签之间用 | 隔开；没有标签时只写 |。',
    ],
    [
      'A sample of pictures with classes: three shapes, 8 pictures of each',
      "Create a folder for each class. The folder's name is the class, and the folder contains the pictures (PNG, JPEG, WebP …).",
      'Alternatively, put the pictures into any folders and add a table (CSV). One of its columns contains the file names of the',
      'pictures. Each other column is a label column; there may be several.',
      'If a picture can have several labels in one column, name the column multilabel and separate the labels by |. For a picture',
      'without labels, write only |.',
    ],
  ),
  yolo: readme(
    [
      '带标注框的图片示例：24 张图片，三种图形',
      'images/ 中是图片；labels/ 中每张图片有一个同名的 .txt，每行一个框：类别序号 中心x 中心y 宽 高，后四个数是占图片的比例（0 到 1）。',
      'classes.txt 每行一个类别名，第一行的序号是 0；也可以用 obj.names 或 data.yaml 的 names。',
      '没有 .txt 的图片表示没有框。也可以用 COCO 的 JSON 代替 labels/。',
    ],
    [
      'A sample of pictures with boxes: 24 pictures, three shapes',
      'images/ contains the pictures. labels/ contains a .txt file with the same name for each picture. Each of its lines is a box:',
      'number of the class, x and y of the centre, width, height. The last four are fractions of the picture, from 0 to 1.',
      'classes.txt contains one class name per line; the first class has the number 0. You can also use obj.names, or the names in',
      'data.yaml. A picture without a .txt file has no boxes. You can use a JSON file in COCO format instead of labels/.',
    ],
  ),
  nlp: readme(
    [
      '文本数据示例（均为虚构）：中英文评价及其情感',
      'texts.csv 有一列文本（text、content、sentence、文本或内容）和一列或多列标签（label…、标签…、class、category）。',
      '也可以用 JSONL（每行一个对象）或 JSON（对象列表），字段名相同；或者每个类别一个文件夹，每条文本一个 .txt。',
      '每条文本有任意个标签时，写成列表：{"text": "…", "labels": ["客房", "服务"]}；表格中列名用“多标签”，标签之间用 | 隔开。',
      '实体标注：JSONL 每行 {"tokens": ["张","三"], "tags": ["B-PER","I-PER"]}；或 {"text": "张三", "entities": [{"start": 0, "end": 2, "label": "PER"}]}；',
      '或 CoNLL 文件（.conll、.bio）：每行一个词元和标记，句子之间空一行。',
    ],
    [
      'A sample of texts (synthetic data): reviews in Chinese and English with their sentiment',
      'texts.csv has one text column (text, content, sentence, 文本 or 内容) and one or more label columns (label…, 标签…, class,',
      'category).',
      'You can also use JSONL (one object per line) or JSON (a list of objects) with the same field names, or a folder for each',
      'class with one .txt file per text.',
      'If a text can have several labels, use a list: {"text": "…", "labels": ["room", "staff"]}. In a table, name the column',
      'multilabel and separate the labels by |.',
      'Entities: JSONL with one {"tokens": ["Ann","came"], "tags": ["B-PER","O"]} per line,',
      'or {"text": "Ann came", "entities": [{"start": 0, "end": 3, "label": "PER"}]},',
      'or CoNLL files (.conll, .bio) with one token and its tag per line, and an empty line between sentences.',
    ],
  ),
  graph: readme(
    [
      '图数据示例：空手道俱乐部（W. W. Zachary，1977）的 34 名成员及其往来',
      'nodes.csv 每行一个节点：id、若干特征列（必须是数字）、标签列 label（可以为空）。',
      'edges.csv 每行一条边：source、target，可选 weight；两端必须是 nodes.csv 中的 id。',
      '多个图时，两个文件都加一列 graph，id 在每个图内各自唯一。',
      '也可以用 JSON：{"nodes": […], "edges": […]}，或推理时的形式 {"x": […], "edge_index": […], "y": […]}。',
    ],
    [
      'A sample of a graph: the 34 members of a karate club and their contacts (W. W. Zachary, 1977)',
      'nodes.csv has one node per line: id, any number of feature columns (numbers only), and label, which may be empty.',
      'edges.csv has one edge per line: source, target and, optionally, weight. Both ends must be ids in nodes.csv.',
      'If there are several graphs, both files need a column graph. Ids must then be unique within each graph.',
      'You can also use JSON: {"nodes": […], "edges": […]}, or the format of inference {"x": […], "edge_index": […], "y": […]}.',
    ],
  ),
}
