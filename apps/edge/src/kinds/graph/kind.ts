import type { EdgeKind } from '../kind.ts'
import { EDGES_FILE } from '../reader.ts'
import { grantGraph } from './grant-rows.ts'
import { readGraph } from './graph.ts'
import { wholeGraph } from './links.ts'
import { karateClub } from './sample.ts'

export const graph: EdgeKind = {
  read: readGraph,
  grant: grantGraph,
  fileBeside: EDGES_FILE,
  readWhole: wholeGraph,
  sample: karateClub,
  layout: {
    cn: [
      '图数据示例：空手道俱乐部（W. W. Zachary，1977）的 34 名成员及其往来',
      'nodes.csv 每行一个节点：id、若干特征列（必须是数字）、标签列 label（可以为空）。',
      'edges.csv 每行一条边：source、target，可选 weight；两端必须是 nodes.csv 中的 id。',
      '多个图时，两个文件都加一列 graph，id 在每个图内各自唯一。',
      '也可以用 JSON：{"nodes": […], "edges": […]}，或推理时的形式 {"x": […], "edge_index": […], "y": […]}。',
    ],
    en: [
      'A sample of a graph: the 34 members of a karate club and their contacts (W. W. Zachary, 1977)',
      'nodes.csv has one node per line: id, any number of feature columns (numbers only), and label, which may be empty.',
      'edges.csv has one edge per line: source, target and, optionally, weight. Both ends must be ids in nodes.csv.',
      'If there are several graphs, both files need a column graph. Ids must then be unique within each graph.',
      'You can also use JSON: {"nodes": […], "edges": […]}, or the format of inference {"x": […], "edge_index": […], "y": […]}.',
    ],
  },
}
