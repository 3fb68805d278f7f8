import type { ContentType } from '../dataset.ts'
import type { Language } from '../language.ts'

/** The kind of the rows: a single kind of data, or a mixture of several. */
export type RowsOf = ContentType | 'mixed'

/**
 * The words for rows of each kind of data: with a number, in the plural and in the singular. Texts use them instead of
 * "rows".
 */
export const rowsPhrases = {
  en: {
    'count.tabular': '{{count|# row|# rows}}',
    'count.vision': '{{count|# picture|# pictures}}',
    'count.yolo': '{{count|# picture|# pictures}}',
    'count.nlp': '{{count|# text|# texts}}',
    'count.graph': '{{count|# node|# nodes}}',
    'count.mixed': '{{count|# record|# records}}',
    'many.tabular': 'rows',
    'many.vision': 'pictures',
    'many.yolo': 'pictures',
    'many.nlp': 'texts',
    'many.graph': 'nodes',
    'many.mixed': 'records',
    'one.tabular': 'row',
    'one.vision': 'picture',
    'one.yolo': 'picture',
    'one.nlp': 'text',
    'one.graph': 'node',
    'one.mixed': 'record',
  },
  cn: {
    'count.tabular': '{{count}} 条样本',
    'count.vision': '{{count}} 张图片',
    'count.yolo': '{{count}} 张图片',
    'count.nlp': '{{count}} 条文本',
    'count.graph': '{{count}} 个节点',
    'count.mixed': '{{count}} 条数据',
    'many.tabular': '样本',
    'many.vision': '图片',
    'many.yolo': '图片',
    'many.nlp': '文本',
    'many.graph': '节点',
    'many.mixed': '数据条目',
    'one.tabular': '一条样本',
    'one.vision': '一张图片',
    'one.yolo': '一张图片',
    'one.nlp': '一条文本',
    'one.graph': '一个节点',
    'one.mixed': '一条数据',
  },
} satisfies Record<Language, Record<`${'count' | 'many' | 'one'}.${RowsOf}`, string>>
