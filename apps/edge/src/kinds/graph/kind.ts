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
      'A sample graph: the 34 members of a karate club and who met whom (W. W. Zachary, 1977)',
      'nodes.csv has a node a line: id, any columns of features (numbers), and label, which may be empty.',
      'edges.csv has an edge a line: source, target and perhaps weight; both ends are ids of nodes.csv.',
      'Where there are several graphs both files have a column graph; ids are then unique within each graph.',
      'JSON does as well: {"nodes": […], "edges": […]}, or the form of inference {"x": […], "edge_index": […], "y": […]}.',
    ],
  },
}
