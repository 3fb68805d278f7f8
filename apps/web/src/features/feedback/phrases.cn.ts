import { cn as common } from '../../lib/common-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  title: '意见反馈',
  intro: '内容会发送给本平台的运营方，并附上您的用户名和当前页面的地址。请勿填写任何数据，以及患者或客户的信息。',
  text: '您想反馈什么？',
  required: '请填写要反馈的内容。',
  send: '发送',
  cancel: common.cancel,
  thanks: '感谢您的反馈，已发送给运营方。',
} satisfies Record<keyof typeof en, string>
