import { PROOF_SECONDS } from '../edge-session.ts'
import type { Language } from '../language.ts'
import { columnTypeWords } from './column-types.ts'

/** The checks of a request's proof, one of which has failed. */
export const PROOF_CHECKS = ['absent', 'signature', 'address', 'body', 'clock', 'used', 'session'] as const
export type ProofCheck = (typeof PROOF_CHECKS)[number]

/** The ways in which a field of a request can be invalid. */
export const FIELD_PROBLEMS = ['missing', 'type', 'value', 'short', 'long', 'format', 'unknown', 'json'] as const
export type FieldProblem = (typeof FIELD_PROBLEMS)[number]

/** The kinds of content that a label can have and an algorithm can learn. */
export const LABEL_HOLDINGS = ['classes', 'number', 'count', 'event', 'entities', 'boxes', 'labels'] as const
export type LabelHolding = (typeof LABEL_HOLDINGS)[number]

interface Words {
  Type: typeof columnTypeWords.en
  Check: Record<ProofCheck, string>
  Problem: Record<FieldProblem, string>
  Kind: Record<LabelHolding, string>
  or: string
}

/** The words for errors' parameters, by the end of the parameter's name. A parameter may list several values, separated by commas. */
export const paramWords: Record<Language, Words> = {
  en: {
    Type: columnTypeWords.en,
    Check: {
      absent: 'the proof is missing',
      signature: 'the signature or the form of the proof is invalid',
      address: 'the proof was issued for another URL or HTTP method',
      body: 'the proof is for other content',
      clock: `the clocks of this device and of the edge differ by more than ${PROOF_SECONDS} seconds`,
      used: 'the proof has already been used',
      session: 'the session has ended',
    },
    Problem: {
      missing: 'it is missing',
      type: 'it has the wrong type',
      value: 'its value is not allowed',
      short: 'it is too short or too small',
      long: 'it is too long or too large',
      format: 'its format is invalid',
      unknown: 'it is not a known field',
      json: 'it is not valid JSON',
    },
    Kind: {
      classes: 'one class per row',
      number: 'numbers',
      count: 'counts',
      event: 'events with times',
      entities: 'entities marked in texts',
      boxes: 'boxes in pictures',
      labels: 'several labels per row',
    },
    or: ' or ',
  },
  cn: {
    Type: columnTypeWords.cn,
    Check: {
      absent: '请求没有证明',
      signature: '证明的签名或格式无效',
      address: '证明是为其他网址或 HTTP 方法签发的',
      body: '证明针对的是其他内容',
      clock: `本设备与数据节点的时钟相差超过 ${PROOF_SECONDS} 秒`,
      used: '证明已被使用过',
      session: '会话已结束',
    },
    Problem: {
      missing: '缺少该字段',
      type: '类型不符',
      value: '取值不在允许范围内',
      short: '过短或过小',
      long: '过长或过大',
      format: '格式无效',
      unknown: '无法识别该字段',
      json: '不是有效的 JSON',
    },
    Kind: {
      classes: '每行一个类别',
      number: '数值',
      count: '计数',
      event: '带时间的事件',
      entities: '文本中标注的实体',
      boxes: '图片中的标注框',
      labels: '每行多个标签',
    },
    or: '或',
  },
}
