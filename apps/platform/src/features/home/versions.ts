import type { BilingualText } from '@tessera/contract'

export interface Version {
  version: string
  /** Of its release, `yyyy-MM-dd`. */
  date: string
  notes: BilingualText[]
}

/** The update journal, newest first. Says what works and what does not yet, not what is planned. */
export const VERSIONS: Version[] = [
  {
    version: '2.6.4',
    date: '2026-11-21',
    notes: [
      {
        cn: '首个版本：多个机构可以在各自的表格数据上共同训练一个模型，数据行始终留在本机构的数据节点。',
        en: "First version: several parties train one model on tables that stay at each party's own edge.",
      },
      {
        cn: '数据：将 CSV 打包为 zip 上传到本机构的数据节点；其他机构只能看到列名、类型和行数。',
        en: "Data: upload a CSV in a zip to your party's edge; other parties see column names, types and row counts only.",
      },
      {
        cn: '任务：按邀请码或申请加入，比对数据格式，在数据节点签署授权票据，实时查看训练过程，可随时停止或撤回授权。',
        en: 'Tasks: join by code or application, compare formats, sign a consent ticket at the edge, follow the training live, stop it or withdraw at any time.',
      },
      {
        cn: '算法：逻辑回归、线性回归和多层感知机。',
        en: 'Algorithms: logistic regression, linear regression and a multilayer perceptron.',
      },
      {
        cn: '模型：发布、下载 ONNX 文件，并在数据节点用表单或自有数据集进行预测。',
        en: 'Models: publish, download the ONNX file, and predict at the edge from a form or a dataset of your own.',
      },
      {
        cn: '暂不支持：图像、文本、图和 YOLO 数据；安全聚合。在启用安全聚合之前，平台可以看到各机构的模型更新。',
        en: "Not yet: pictures, texts, graphs and YOLO data; secure aggregation. Until then the platform sees each party's model updates.",
      },
    ],
  },
]
