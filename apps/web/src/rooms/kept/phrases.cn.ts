import type { en } from './phrases.en.ts'

export const cn = {
  'kept.heading': '本机构独立训练的结果',
  'kept.nobody': '本页需要知道是哪个任务：请登录控制台并打开该任务。',
  'kept.edge': '模型保存在您自己的数据节点上；离开的只有它的得分。',
  'kept.edge.noModel': '结果保存在您自己的数据节点上，由它显示在下方；离开的只有训练过程的数据。',
  'kept.shared': '自 {{time}} 起平台上也保存了一份，列在“我的模型”中。',
  'kept.deleted': '已于 {{time}} 从您的数据节点删除。',
  'kept.deleted.shared': '已于 {{time}} 从您的数据节点删除；平台上的模型仍然保留。',
  'kept.coming': '您的数据节点正在存放模型……',
  'kept.none': '您的数据节点上没有此次训练的模型。',
  'kept.others': '由签署其授权票据的成员或管理员决定共享或删除。',
  'share.action': '保存到平台（我的模型）',
  'share.title': '将“{{task}}”的模型保存到平台？',
  'share.consequence':
    '您的数据节点会把模型及其说明发送到平台，成为您的模型之一：可以下载、用于推理，也可以按您的意愿发布。此后平台持有该模型，无法撤回。',
  'share.done': '模型已保存到平台。',
  'delete.action': '从数据节点删除',
  'delete.title': '删除“{{task}}”留在您数据节点上的结果？',
  'delete.consequence.edge': '别处没有该模型，删除后无法恢复；其得分仍保留在平台上。',
  'delete.consequence.shared': '只从您的数据节点删除；平台上的模型仍然保留。',
  'delete.done': '已从您的数据节点删除。',
} satisfies Record<keyof typeof en, string>
