import type { en } from './phrases.en.ts'

export const cn = {
  'confirm.heading': '在您的数据节点上确认',
  'confirm.cancel': '关闭，不执行',
  'confirm.done': '已确认，可以关闭本窗口。',
  'confirm.opened': '已打开数据节点自己的窗口：请在其中阅读内容，然后确认或关闭。',
  'confirm.shut': '浏览器没有打开窗口。请允许本页打开窗口，然后再按一次。',
  'confirm.classes': '告知“{{label}}”的这些类别名称？',
} satisfies Record<keyof typeof en, string>
