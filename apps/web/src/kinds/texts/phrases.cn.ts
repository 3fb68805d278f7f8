import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { KindText } from '../kind-text.ts'

export const cn: Record<KindText, string> = {
  name: pageTexts.text,
  inAlgorithms: pageTexts.text,
  rows: '文本',
  rowCount: '文本数',
  rowsRead: '读取文本数',
  guide: '一张文本表，每条文本附一个或多个标签。',
  'guide.layout': 'notes.csv\n  文本,标签\n  “周一以来未再发热。”,好转',
  'guide.also': 'CSV 或 JSONL。标注实体时，请在 JSONL 中给出长度相同的 tokens 和 tags。',
}
