import { cn as common } from '../../lib/common-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  'confirm.heading': '在您的数据节点上确认',
  'confirm.cancel': common.cancel,
  'confirm.done': '已确认，可以关闭本窗口。',
  'confirm.opened': '已打开数据节点自己的窗口：请在其中阅读内容，然后确认或关闭。',
  'confirm.shut': '浏览器拦截了弹出窗口。请允许本页弹出窗口，然后重试。',
  'confirm.classes': '公开“{{label}}”的这些类别名称？',
} satisfies Record<keyof typeof en, string>
