import type { en } from './phrases.en.ts'

export const cn = {
  notFound: '这个地址没有内容。',
  notFoundReason: '链接可能已过期，或内容已被删除。',
  toHome: '返回首页',
  underWay: '本页正在建设中。',
} satisfies Record<keyof typeof en, string>
