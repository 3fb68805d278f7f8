import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  'names.heading': pageTexts.categoryNames,
  'names.nobody': pageTexts.thisPageNeedsToKnowThe,
  'names.ask': '您数据中的 {{count}} 个类别名称将写入方案。请在数据节点自己的窗口中查看并确认。',
  'names.read': '查看并确认',
  'names.leave': '以下类别名称将对外公开。',
  'names.leave.only': '这些名称会写入方案和各机构的授权书。若与其他机构的名称不同，发起方会看到差异。',
  'names.leave.uncounted': '不发送任何计数，也不发送{{rows}}。',
  'names.leave.counts':
    '平台还会收到每个类别的{{rows}}数（向下取整到 {{step}} 的倍数），并向任务的各机构显示各方合计；若只有两个机构，双方可由此算出对方的数量。{{rows}}不会离开本机构。',
  'names.boxSide': '（半数框的短边不小于图片边长的 {{percent}}%）',
  'names.leave.sizes': '各类别标注框大小的中位数也会发送（向下取整到图片边长的 0.5%），用于确定图片的缩放尺寸。',
  'names.classes': '“{{label}}”的类别',
  'names.column.none': '没有取值达到 {{rows}}，全部归为“其他”。',
  'names.other':
    '不足 {{rows}}的取值不公开，归为“其他”。这类类别的{{many}}不授权，除非其他机构列出该类别；授权书会注明数量。',
  'names.none': '没有需要公开的名称，方案只注明这些列为数值或为空。',
  'names.submit': '公开这些名称',
  'names.confirm': '确认',
  'names.own': '向任务的其他机构单独展示本机构的数据概览',
  'names.own.help':
    '概览包括仅由本机构样本得出的个数、平均值、离散程度、分位数和各类别的个数（小于 5 的不显示），以及与各方合计的差异。不勾选则只显示各方合计的概览。方案和每份授权书都会列明同意的机构。若恰有一个机构不同意，则所有机构的概览都不单独展示，否则可由其余机构推算出该机构的概览。',
  'names.waits': '请先修改上面的取值名称，或将其设为“不变”。',
  'spellings.heading': '写法不同的取值',
  'spellings.explain':
    '写法不同的取值会被当作不同的类别参与训练。请核对建议的名称，有误时另选。改名只作用于为本任务提供的数据，您的数据集保持不变。',
  'spellings.others': '其他机构的写法：{{names}}',
  'spellings.and': pageTexts.listSeparator,
  'spellings.own': '您的取值',
  'spellings.becomes': '用作',
  'spellings.becomes.label': '“{{name}}”用作',
  'spellings.same': '{{name}}（不变）',
  'spellings.submit': '修改取值名称',
  'names.least': pageTexts.atLeastRows,
} satisfies Record<keyof typeof en, string>
