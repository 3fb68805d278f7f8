import type { en } from './phrases.en.ts'

export const cn = {
  title: '通知',
  bell_one: '通知，{{count}} 条未读',
  bell_other: '通知，{{count}} 条未读',
  unread: '未读',
  all: '全部',
  noneUnread: '没有新通知。',
  noneUnreadReason: '任务中发生的事情，以及等待您审批的申请会出现在这里。',
  approve: '同意',
  reject: '拒绝',
  approved: '已同意。',
  rejected: '已拒绝。',
  markRead: '标为已读',
  close: '关闭',
  openTask: '打开任务',
  more: '显示更多',
} satisfies Record<keyof typeof en, string>
