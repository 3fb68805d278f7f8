import { cn as common } from '../../lib/common-texts.cn.ts'
import { cn as pageTexts } from '../../lib/page-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  note: '在各机构自有的、所评模型训练时未见过的{{rows}}上，对两个模型评分：仅用本机构{{rows}}训练的模型，以及联邦学习得到的模型。',
  'note.chosen': '单方模型仅由本机构评分所用的{{rows}}选出，其得分偏高的程度大于联邦模型，真实的提升往往更大。',
  metric: pageTexts.metric,
  alone: '单方',
  together: '联邦',
  party: common.party,
  rows: '使用的{{rows}}',
  gain: '提升',
  gainPoints: '提升（百分点）',
  interval: '提升的 95% 区间',
  'interval.value': common.lowToHigh,
  within: '在区间之内：可能是偶然',
  few: '{{rows}}太少，无法判断',
  scoredRows: '评分的{{rows}}',
  gainedRows: '{{of}} 中的 {{rows}}',
  'verdict.sure':
    '{{total}} 个机构中，{{better}} 个因联邦学习而提升，{{same}} 个的差异在区间之内（可能是偶然），{{worse}} 个下降；平均 {{gain}}。',
  'verdict.all': '{{total}} 个机构全部受益于联邦学习，平均 {{gain}}。',
  'verdict.mixed':
    '{{total}} 个机构中，{{better}} 个因联邦学习而提升，{{same}} 个持平，{{worse}} 个下降；平均 {{gain}}。',
  'verdict.few': '评分的{{rows}}太少，无法判断联邦学习是否更好；平均 {{gain}}。',
  'verdict.someFew': '{{few}} 个机构评分的{{rows}}太少，无法判断。',
  points: '{{gain}} 个百分点',
  none: '没有可比较的结果：只有一个机构参与训练，或没有各机构单方训练的得分。',
  chart: '各机构的{{metric}}：单方与联邦',
} satisfies Record<keyof typeof en, string>
