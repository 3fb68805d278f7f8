import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  open: '搜索',
  title: '全局搜索',
  field: '任务、数据集、模型、算法或机构的名称',
  hint: '↑ ↓ 选择，回车打开，Esc 关闭',
  begin: '输入名称中的几个字，可以找到您有权查看的内容。',
  searching: '正在搜索…',
  nothing: '没有名称包含“{{text}}”的结果。',
  found: '共 {{count}} 项结果',
  task: pageTexts.tasks,
  dataset: pageTexts.datasets,
  model: pageTexts.models,
  algorithm: pageTexts.algorithms,
  party: pageTexts.parties,
} satisfies Record<keyof typeof en, string>
