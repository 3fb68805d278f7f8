import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  'kept.heading': '本机构独立训练的结果',
  'kept.nobody': pageTexts.thisPageNeedsToKnowThe,
  'kept.edge': '模型保存在您自己的数据节点上，只有得分发送到了平台。',
  'kept.edge.noModel': '结果保存在您自己的数据节点上，由它显示在下方；只有训练进度发送到了平台。',
  'kept.shared': '自 {{time}} 起平台上也保存了一份，列在“我的模型”中。',
  'kept.deleted': '已于 {{time}} 从您的数据节点删除。',
  'kept.deleted.shared': '已于 {{time}} 从您的数据节点删除；平台上的模型不受影响。',
  'kept.coming': '您的数据节点正在保存模型…',
  'kept.none': '您的数据节点上没有此次训练的模型。',
  'kept.others': '只有签署授权书的成员和管理员可以共享或删除。',
  'share.action': '保存到平台（我的模型）',
  'share.title': '将“{{task}}”的模型保存到平台？',
  'share.consequence':
    '您的数据节点会把模型及其模型卡发送到平台，成为您的模型之一：可以下载、用于推理，也可以发布。此后平台持有该模型，此操作不可撤销。',
  'share.done': '模型已保存到平台。',
  'delete.action': '从数据节点删除',
  'delete.title': '从您的数据节点删除“{{task}}”的结果？',
  'delete.consequence.edge': '该模型没有其他副本，删除后无法恢复。其得分仍保留在平台上。',
  'delete.consequence.shared': '只从您的数据节点删除，平台上的模型不受影响。',
  'delete.done': '已从您的数据节点删除。',
} satisfies Record<keyof typeof en, string>
