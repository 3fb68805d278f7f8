import type { en } from './phrases.en.ts'

export const cn = {
  'names.heading': '方案中的名称',
  'names.nobody': '本页需要知道是哪个任务：请登录控制台并打开该任务。',
  'names.ask': '方案将写入您数据中的 {{count}} 个词语。请在数据节点自己的窗口中阅读并确认。',
  'names.read': '阅读并确认',
  'names.leave': '以下词语将离开本机构。',
  'names.leave.only': '它们会写入方案和各机构的票据。若与其他机构的写法不同，发起方会看到差异所在。',
  'names.leave.uncounted': '不含任何计数，也不含{{rows}}。',
  'names.leave.counts':
    '同时告知平台每个类别有多少{{rows}}（向下取整到 {{step}} 的倍数）。平台向任务的各机构显示各方合计；若只有两个机构，双方可由此得知对方的数量。{{rows}}不会离开。',
  'names.boxSide': '（半数框的短边不小于图片边长的 {{percent}}%）',
  'names.leave.sizes': '各类别目标框大小的中位数也会告知（向下取整到图片边长的 0.5%），用于确定图片应缩放到多大。',
  'names.classes': '“{{label}}”的类别',
  'names.column.none': '没有取值达到 {{rows}}，全部视为“其他”。',
  'names.other':
    '不足 {{rows}}的取值留在本机构，视为“其他”；这类类别的{{many}}除非其他机构列出该类别，否则不授权，票据会注明数量。',
  'names.none': '没有需要列出的名称：没有词语离开本机构，仅告知这些列是数值或为空。',
  'names.submit': '列出这些词语',
  'names.confirm': '确认',
  'names.own': '向任务的其他机构显示本机构单独的概览',
  'names.own.help':
    '包括仅由本机构数据行得出的个数、平均值、离散程度、分位数和各类别的个数（小于 5 的不显示），以及与各方合计的差异。不勾选则只显示各方合计的概览。方案和每张票据都写明同意的机构。若只有一个机构不同意，则任何机构的都不显示，否则可由其余各方推算出它的。',
  'names.waits': '请先修改上面的取值名称，或将其设为“不变”。',
  'spellings.heading': '写法不同的取值',
  'spellings.explain':
    '写法不同的取值会被当作不同的类别参与训练。请核对建议的名称，有误时另选。改名只作用于为本任务提供的数据行，您的数据集保持不变。',
  'spellings.others': '其他机构的写法：{{names}}',
  'spellings.and': '、',
  'spellings.own': '您的取值',
  'spellings.becomes': '用作',
  'spellings.becomes.label': '“{{name}}”用作',
  'spellings.same': '{{name}}（不变）',
  'spellings.submit': '修改取值名称',
  'names.least': '至少 {{rows}}',
} satisfies Record<keyof typeof en, string>
