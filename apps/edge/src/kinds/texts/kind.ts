import type { EdgeKind } from '../kind.ts'
import { grantTable } from '../table/grant-rows.ts'
import { readNlp } from './nlp.ts'
import { reviewTable } from './sample.ts'

export const text: EdgeKind = {
  read: readNlp,
  grant: grantTable,
  sample: () => ({ 'texts.csv': reviewTable() }),
  layout: {
    cn: [
      '文本数据示例（均为虚构）：中英文评价及其情感',
      'texts.csv 有一列文本（text、content、sentence、文本或内容）和一列或多列标签（label…、标签…、class、category）。',
      '也可以用 JSONL（每行一个对象）或 JSON（对象列表），字段名相同；或者每个类别一个文件夹，每条文本一个 .txt。',
      '每条文本有任意个标签时，写成列表：{"text": "…", "labels": ["客房", "服务"]}；表格中列名用“多标签”，标签之间用 | 隔开。',
      '实体标注：JSONL 每行 {"tokens": ["张","三"], "tags": ["B-PER","I-PER"]}；或 {"text": "张三", "entities": [{"start": 0, "end": 2, "label": "PER"}]}；',
      '或 CoNLL 文件（.conll、.bio）：每行一个词元和标记，句子之间空一行。',
    ],
    en: [
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
  },
}
