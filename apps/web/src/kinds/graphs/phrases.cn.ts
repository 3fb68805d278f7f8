import type { KindText } from '../kind-text.ts'

export const cn: Record<KindText, string> = {
  name: '图结构',
  inAlgorithms: '图结构',
  rows: '节点',
  rowCount: '节点数',
  rowsRead: '读取节点数',
  guide: '一张节点表（特征和标签）和一张边表。',
  'guide.layout': 'nodes.csv\n  id,年龄,评分,标签\nedges.csv\n  source,target',
  'guide.also': '如有多个图，请在两张表中都加上 graph 列。',
}
