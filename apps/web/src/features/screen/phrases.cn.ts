import { cn as common } from '../../lib/common-texts.cn.ts'
import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  title: '联邦实时全景',
  fullScreen: '全屏',
  leaveFull: '退出全屏',
  leave: pageTexts.backToTheConsole,
  live: '更新于 {{time}}',
  stale: '{{time}} 起连接中断',
  runs: '正在训练',
  'runs.none': '当前没有训练',
  'runs.none.reason': '训练开始后会立即显示在这里。',
  'runs.more': '另有 {{count}} 个：他方私有，或因版面所限未显示',
  'runs.round': '第 {{round}} / {{rounds}} 轮',
  'runs.progress': '{{task}}的进度',
  days: '近 {{days}} 天的任务',
  'days.help': '按创建日期和当前状态统计',
  'days.day': '日期',
  'days.sum': '合计',
  statuses: '各状态任务总数',
  busiest: '最常用的算法',
  'busiest.none': '还没有使用过的算法',
  'busiest.uses': '已使用 {{uses}} 次',
  'picture.runs': '{{runs}} 个训练进行中',
  'picture.quiet': '当前没有训练',
  'home.title': '联邦动态',
  'home.open': common.bigScreen,
} satisfies Record<keyof typeof en, string>
