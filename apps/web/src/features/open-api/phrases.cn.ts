import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn: Record<keyof typeof en, string> = {
  title: '接口文档',
  description: '本平台的全部接口，内容来自平台的 OpenAPI 文档（接口说明为英文）。',
  download: '下载 OpenAPI（JSON）',
  search: '按路径或说明搜索',
  nothing: '没有与“{{text}}”匹配的接口',
  nothingReason: '请输入路径或说明中的一部分。',
  count: '{{count}} 个接口',
  other: pageTexts.other,
  parameters: pageTexts.parameters,
  body: '请求体',
  answer: '响应（{{status}}）',
  errors: '其他错误',
  none: '无',
}
