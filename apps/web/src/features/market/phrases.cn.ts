import type { en } from './phrases.en.ts'

export const cn = {
  go: '前往市场',
  opening: '正在打开智能市场…',
  blocked: '浏览器拦截了新标签页。请允许本站弹出窗口，然后重试。',
} satisfies Record<keyof typeof en, string>
