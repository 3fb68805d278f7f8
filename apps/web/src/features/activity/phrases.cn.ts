import type { en } from './phrases.en.ts'

export const cn = {
  create: '{{who}}创建了任务“{{task}}”。',
  view: '{{who}}查看了它。',
  join: '{{who}}加入了任务“{{task}}”。',
  'apply-join': '{{who}}申请加入任务“{{task}}”。',
  agree: '{{who}}同意了{{host}}的申请。',
  refuse: '{{who}}拒绝了{{host}}的申请。',
  'invite-code-join': '{{who}}通过邀请码加入了任务“{{task}}”。',
  exit: '{{who}}退出了任务“{{task}}”。',
  'upload-data': '{{who}}为任务“{{task}}”选择了数据。',
  submit: '{{who}}启动了“{{task}}”的训练。',
  use: '{{who}}将它用于“{{task}}”。',
  'use.private': '{{who}}在未公开的任务中使用了它。',
  'use.once': '{{who}}直接使用了它，未保存推理任务。',
  publish: '{{who}}发布了模型“{{model}}”。',
  download: '{{who}}复制了模型“{{model}}”。',
  other: '{{who}}使用了它。',
  somebody: '有人',
  'who.ofParty': '{{party}}的{{user}}',
} satisfies Record<keyof typeof en, string>
