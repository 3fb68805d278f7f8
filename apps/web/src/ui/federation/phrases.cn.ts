import { cn as common } from '../../lib/common-texts.cn.ts'
import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  title: '联邦全景：各机构、平台以及两者之间的往来',
  platform: '平台',
  party: common.party,
  edge: pageTexts.edge,
  rows: pageTexts.numberOfRows,
  now: pageTexts.now,
  'rows.stay': '{{rows}}留在本地',
  'rows.its': '{{rows}}留在本地',
  'rows.none': '尚无{{rows}}',
  online: '数据节点在线',
  away: '数据节点离线',
  awaited: '等待连接',
  silent: '已 {{time}} 没有响应',
  training: '参与训练',
  'step.statistics': '正在读取数据',
  'step.train': '正在训练',
  'step.evaluate': '正在评分',
  'work.reading': '读取数据 {{percent}}%',
  'work.learning': '训练 {{percent}}%',
  'work.left': pageTexts.aboutTimeLeft,
  'work.done': '已完成，等待其他方',
  'work.saving': '已完成，平台正在保存模型',
  'legend.model': '模型在机构处',
  'legend.update': '更新已返回平台',
  'legend.rows': '{{rows}}留在机构的数据节点',
  more: '另有 {{count}} 个机构',
  none: '还没有机构',
} satisfies Record<keyof typeof en, string>
