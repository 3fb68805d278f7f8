import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  'classes.heading': '任务所用的类别',
  'classes.nobody': pageTexts.thisPageNeedsToKnowThe,
  'classes.none': '“{{label}}”的取值不是类别：数值和各不相同的文本无需选择。',
  'classes.legend': '{{label}} 中参与训练的类别',
  'classes.all': '全部类别',
  'classes.chosen': '已选 {{count}} 个',
  'classes.search': '查找类别',
  'classes.over': '各方合计至少 {{rows}}',
  'classes.foreign': '发起方没有该类别',
  'classes.rare': '{{rows}}过少，不公开名称',
  'classes.leftOut': '已排除',
  'classes.whole': '{{kind}}数据整体提供，全部类别均参与。',
  'classes.narrowed': '参与训练：{{rows}}中的 {{chosen}}。其他类别的数据留在您的数据节点，不提供。',
  'classes.narrowed.many': '提供的数据仅保留这些类别；不含这些类别的数据留在您的数据节点，不提供。',
  'classes.widened': '将重新提供全部类别。',
  'classes.resign': '已签署的授权书将失效，需重新签署。',
  'classes.needOne': '请至少选择一个类别。',
  'classes.name': '约定类别编码',
  'classes.name.visible':
    '所选类别的名称将发送给平台，本任务的所有机构都能看到。此后同一类别在各机构使用相同的编码。{{rows}}不会离开本机构。',
  'classes.unnamed': '发起方未要求公开类别名称，名称保留在您的数据节点。您仍可排除部分类别。',
  'classes.narrow': '仅提供这些类别',
  'classes.narrow.help': '类别名称保留在您的数据节点。已排除的类别可在此重新加入。',
  'classes.thin.few': pageTexts.fewBelowFew,
  'classes.thin.one-party': pageTexts.atOnePartyOnly,
} satisfies Record<keyof typeof en, string>
