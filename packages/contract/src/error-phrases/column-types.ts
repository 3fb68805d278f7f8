import type { ColumnType } from '../dataset.ts'
import type { Language } from '../language.ts'

/** The words for a column's type in error texts, used for parameters whose names end in `Type`. */
export const columnTypeWords = {
  cn: { number: '数值', integer: '整数', text: '文本', boolean: '是 / 否', date: '日期', labels: '多个标签' },
  en: {
    number: 'numbers',
    integer: 'whole numbers',
    text: 'text',
    boolean: 'yes/no values',
    date: 'dates',
    labels: 'several labels',
  },
} satisfies Record<Language, Record<ColumnType, string>>
