import type { en } from './phrases.en.ts'

export const cn = {
  'kept.here': '结果保存在您自己的数据节点上，并由它在此显示；只有训练进度和得分发送到了平台。',
  'kept.frame': '本机构的数据节点显示的训练结果',
  'kept.elsewhere': '模型保存在其所属机构的数据节点上，只有得分发送到了平台。',
} satisfies Record<keyof typeof en, string>
