import type { ContentType } from '@tessera/contract'

/** Words for kinds of data other than tables, in both languages, with the plural and a count. */
export const KINDS_IN_WORDS = [
  ['en', 'vision', 'pictures', (count: number) => `${count} pictures`],
  ['en', 'yolo', 'pictures', (count: number) => `${count} pictures`],
  ['en', 'nlp', 'texts', (count: number) => `${count} texts`],
  ['en', 'graph', 'nodes', (count: number) => `${count} nodes`],
  ['cn', 'vision', '图片', (count: number) => `${count} 张图片`],
  ['cn', 'yolo', '图片', (count: number) => `${count} 张图片`],
  ['cn', 'nlp', '文本', (count: number) => `${count} 条文本`],
  ['cn', 'graph', '节点', (count: number) => `${count} 个节点`],
] as const satisfies [language: 'en' | 'cn', kind: ContentType, many: string, count: (count: number) => string][]

/** Patterns for words that only tables may use. */
export const OF_TABLES = { en: /\brows?\b/i, cn: /数据行|条样本|\d 行|行数/ }
