import { cn as common } from '../../lib/common-texts.cn.ts'
import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  title: '通知',
  bell: '通知，{{count}} 条未读',
  unread: '未读',
  all: pageTexts.all,
  noneUnread: '没有新通知。',
  none: '还没有通知。',
  noneReason: '任务和机构中的动态，以及等待您审批的申请会显示在这里。',
  noneReasonTourist: '加入机构申请的结果，以及系统公告会显示在这里。',
  description: '任务和机构中的动态，以及等待您处理的申请。',
  which: '显示哪些通知',
  approve: pageTexts.approve,
  reject: pageTexts.reject,
  approved: '已同意。',
  rejected: '已拒绝。',
  markRead: '标为已读',
  markAllRead: '全部标为已读',
  close: pageTexts.close,
  openTask: pageTexts.openTask,
  openParty: '查看机构',
  seeAll: '全部通知',
  more: '显示更多',
  announce: '发布公告',
  announcement: '公告内容',
  announcementHelp: '机构的每位成员会立即收到通知，发出后无法撤回。',
  announcementRequired: '请填写公告内容。',
  announced: '已通知全体成员。',
  send: '发送给全体成员',
  cancel: common.cancel,
} satisfies Record<keyof typeof en, string>
