import type { en } from './phrases.en.ts'

export const cn = {
  'kept.here': '结果保存在您自己的数据节点上，并由它在此显示；除训练过程和评分外没有内容离开。',
  'kept.room': '本机构的数据节点显示的训练结果',
  'kept.elsewhere': '模型保存在其所属机构的数据节点上；离开的只有它的得分。',
} satisfies Record<keyof typeof en, string>
