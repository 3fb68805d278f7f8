import { EDGE_TOKEN_SECONDS } from '@tessera/contract'
import type { en } from './phrases.en.ts'

export const cn = {
  edge: '本机构的数据节点：{{host}}',
  promise: '本页由本机构自己的数据节点提供。您在此输入的内容平台看不到。',
  'ticket.heading': '查看并签署',
  'ticket.loading': '数据节点正在获取算法代码并计算其哈希…',
  'sign.pin': '用 PIN 签署',
  'sign.passkey': '用通行密钥签署',
  'sign.stub': '在此数据节点上以只有您掌握的方式签署，可随时撤回。',
  'done.title': '票据已签署',
  'done.text': '有效期至 {{time}}。控制台稍后会显示，您可以关闭本页。',
  'over.title': '本页打开时间过长',
  'over.text': `为安全起见，本页每次仅在 ${EDGE_TOKEN_SECONDS / 60} 分钟内有效。点击“继续”将经由控制台重新打开，内容不会丢失。`,
  'over.none.title': '请从控制台打开本页',
  'over.none.text': '本页需要知道您是谁：请登录控制台，打开任务并选择“在数据节点签署”。',
  'over.none.signers': '本页需要知道您是谁：请登录控制台，在授权票据页选择“谁可以签署”。',
  'over.goOn': '继续',
  back: '返回控制台',
  signers: '谁可以在此签署',
  'signers.heading': '此数据节点的签署人',
} satisfies Record<keyof typeof en, string>
