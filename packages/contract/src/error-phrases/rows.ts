import type { ContentType } from '../dataset.ts'
import type { RowWord } from '../kinds/data-kind.ts'
import { dataKindOf } from '../kinds/data-kinds.ts'
import type { Language } from '../language.ts'

/** The kind of the rows: a single kind of data, or a mixture of several. */
export type RowsOf = ContentType | 'mixed'

type AnyRowWord = RowWord | 'record'

/** Returns the word for rows, by which `rowsPhrases` lists the words of both languages. */
export const rowWordOf = (kind: RowsOf): AnyRowWord => (kind === 'mixed' ? 'record' : dataKindOf(kind).rowWord)

/**
 * The words for rows of each kind of data: with a number, in the plural and in the singular. Texts use them instead of
 * "rows".
 */
export const rowsPhrases = {
  en: {
    'count.row': '{{count|# row|# rows}}',
    'count.picture': '{{count|# picture|# pictures}}',
    'count.text': '{{count|# text|# texts}}',
    'count.node': '{{count|# node|# nodes}}',
    'count.record': '{{count|# record|# records}}',
    'many.row': 'rows',
    'many.picture': 'pictures',
    'many.text': 'texts',
    'many.node': 'nodes',
    'many.record': 'records',
    'one.row': 'row',
    'one.picture': 'picture',
    'one.text': 'text',
    'one.node': 'node',
    'one.record': 'record',
  },
  cn: {
    'count.row': '{{count}} 条样本',
    'count.picture': '{{count}} 张图片',
    'count.text': '{{count}} 条文本',
    'count.node': '{{count}} 个节点',
    'count.record': '{{count}} 条数据',
    'many.row': '样本',
    'many.picture': '图片',
    'many.text': '文本',
    'many.node': '节点',
    'many.record': '数据条目',
    'one.row': '一条样本',
    'one.picture': '一张图片',
    'one.text': '一条文本',
    'one.node': '一个节点',
    'one.record': '一条数据',
  },
} satisfies Record<Language, Record<`${'count' | 'many' | 'one'}.${AnyRowWord}`, string>>
