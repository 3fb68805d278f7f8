import type { KindText } from '../kind-text.ts'

export const en: Record<KindText, string> = {
  name: 'Graph',
  inAlgorithms: 'Graphs',
  rows: 'Nodes',
  rowCount: 'Nodes',
  rowsRead: 'Nodes read',
  guide: 'A table of nodes with their features and label, and a table of edges between them.',
  'guide.layout': 'nodes.csv\n  id,age,score,label\nedges.csv\n  source,target',
  'guide.also': 'For several graphs, add the column graph to both tables.',
}
