import type { en } from './phrases.en.ts'

export const cn = {
  contents: '目录',
  asOf: '{{date}} 版',
  back: '前往控制台',
} satisfies Record<keyof typeof en, string>
