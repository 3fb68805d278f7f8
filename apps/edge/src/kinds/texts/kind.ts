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
      'A sample of texts (invented): reviews in two languages and whether they are kind',
      'texts.csv has a column of texts (text, content, sentence, 文本 or 内容) and one or more of labels (label…, 标签…, class, category).',
      'JSONL (an object a line) or JSON (a list of objects) with fields of these names do as well; or a folder for each',
      'class with a .txt for each text.',
      'Any number of labels: a list in every text, {"text": "…", "labels": ["room", "staff"]}; in a table a column called',
      'multilabel with | between them.',
      'Entities: JSONL with {"tokens": ["Ann","came"], "tags": ["B-PER","O"]} a line, or with',
      '{"text": "Ann came", "entities": [{"start": 0, "end": 3, "label": "PER"}]}; or CoNLL files (.conll, .bio): a token and',
      'its tag a line, an empty line between sentences.',
    ],
  },
}
