import type { BilingualText } from './language.ts'

/** Kinds of metric variants, which are computed from only some of a model's validation rows. */
const KINDS = ['multilabel', 'id', 'ner', 'box'] as const
const PARTS = ['test', 'val', 'train'] as const
const SCORES = ['accuracy', 'precision', 'recall', 'f1'] as const

export type MetricVariant = (typeof KINDS | typeof PARTS)[number]
/** The metrics of which there are variants. */
export type VariedMetric = (typeof SCORES)[number] | 'loss'

/** All variants that have a display name, those of the scores of all rows first. */
export const METRIC_VARIANTS: readonly string[] = [
  ...KINDS.flatMap((kind) => SCORES.map((score) => `${kind}_${score}`)),
  ...PARTS.map((part) => `${part}_accuracy`),
]

const PATTERN = new RegExp(
  `^(?:(${KINDS.join('|')})[_-](acc|${SCORES.join('|')})|(${PARTS.join('|')})[_-](acc|${SCORES.join('|')}|loss))$`,
)

/**
 * Returns the metric and the variant of a name such as `val_accuracy`. The name may use `-` and may abbreviate accuracy
 * to `acc`. Returns null for any other name.
 */
export function variantOf(name: string): { of: MetricVariant; metric: VariedMetric } | null {
  const [, kind, score, part, scored] = PATTERN.exec(name) ?? []
  const of = (kind ?? part) as MetricVariant | undefined
  const metric = score ?? scored
  return of ? { of, metric: (metric === 'acc' ? 'accuracy' : metric) as VariedMetric } : null
}

/** Returns the metric of a variant; any other name is returned unchanged. */
export const plainMetric = (name: string): string => variantOf(name)?.metric ?? name

/**
 * Names of metrics within the name of a variant. They do not contain "macro", because the variant's name says over
 * which entries the mean is taken.
 */
const METRICS: Record<VariedMetric, BilingualText> = {
  accuracy: { en: 'Accuracy', cn: '准确率' },
  precision: { en: 'Precision', cn: '精确率' },
  recall: { en: 'Recall', cn: '召回率' },
  f1: { en: 'F1', cn: 'F1' },
  loss: { en: 'Loss', cn: '损失' },
}
const OF: Record<MetricVariant, BilingualText> = {
  multilabel: { en: '(several labels)', cn: '（多标签）' },
  id: { en: '(by id)', cn: '（按标识）' },
  ner: { en: '(named entities)', cn: '（命名实体）' },
  box: { en: '(boxes)', cn: '（标注框）' },
  train: { en: '(rows trained on)', cn: '（训练集）' },
  val: { en: '(validation)', cn: '（验证集）' },
  test: { en: '(test)', cn: '（测试集）' },
}

export function variantName(name: string, language: keyof BilingualText): string | null {
  const variant = variantOf(name)
  if (!variant) return null
  return [METRICS[variant.metric][language], OF[variant.of][language]].join(language === 'en' ? ' ' : '')
}
