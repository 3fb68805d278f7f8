import type { BilingualText } from './language.ts'
import { plainMetric, variantName, variantOf } from './metric-variants.ts'

/** Metrics that have a display name, the most informative first. */
export const KNOWN_METRICS = [
  'accuracy',
  'f1',
  'map50',
  'map50_95',
  'precision',
  'recall',
  'auc',
  'brier',
  'concordance',
  'r2',
  'rmse',
  'mae',
  'deviance',
  'inertia',
  'loss',
] as const
export type KnownMetric = (typeof KNOWN_METRICS)[number]

const NAMES: Record<KnownMetric, BilingualText> = {
  accuracy: { en: 'Accuracy', cn: '准确率' },
  f1: { en: 'F1 (macro)', cn: 'F1（宏平均）' },
  precision: { en: 'Precision (macro)', cn: '精确率（宏平均）' },
  recall: { en: 'Recall (macro)', cn: '召回率（宏平均）' },
  map50: { en: 'mAP at overlap 0.5', cn: 'mAP（重叠 0.5）' },
  map50_95: { en: 'mAP at overlaps 0.5–0.95', cn: 'mAP（重叠 0.5–0.95）' },
  auc: { en: 'AUC', cn: 'AUC' },
  brier: { en: 'Brier score', cn: 'Brier 分数' },
  concordance: { en: 'Concordance', cn: '一致性指数' },
  r2: { en: 'R²', cn: 'R²' },
  rmse: { en: 'RMSE', cn: '均方根误差' },
  mae: { en: 'Mean error', cn: '平均误差' },
  deviance: { en: 'Deviance', cn: '偏差' },
  inertia: { en: 'Inertia', cn: '簇内平方和' },
  loss: { en: 'Loss', cn: '损失' },
}

export const isKnownMetric = (name: string): name is KnownMetric => (KNOWN_METRICS as readonly string[]).includes(name)

/** Returns a metric's name. An unknown metric keeps its own name. */
export const metricName = (metric: string, language: keyof BilingualText): string =>
  isKnownMetric(metric) ? NAMES[metric][language] : (variantName(metric, language) ?? metric)

/** Matches metrics that are shares, which are shown as percentages. Unknown metrics are shown as numbers. */
const SHARES = /(^|_)(accuracy|precision|recall|f1|auc|map50|map50_95)$/
export const isShare = (name: string): boolean => SHARES.test(plainMetric(name))

const LOWER_IS_BETTER: readonly string[] = ['brier', 'rmse', 'mae', 'deviance', 'inertia', 'loss']
export const isLowerBetter = (name: string): boolean => LOWER_IS_BETTER.includes(plainMetric(name))

/** Returns the names of all metrics in the scores, in display order. Unknown metrics come last. */
export function metricNames(...scores: Record<string, number>[]): string[] {
  return [...new Set(scores.flatMap(Object.keys))].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

/**
 * Returns a sort key that puts a variant after its metric. Scores on training rows come last, because they are the
 * least informative.
 */
function rank(name: string): number {
  if (isKnownMetric(name)) return KNOWN_METRICS.indexOf(name)
  const variant = variantOf(name)
  if (!variant) return KNOWN_METRICS.length + 1
  return variant.of === 'train' ? KNOWN_METRICS.length : KNOWN_METRICS.indexOf(variant.metric) + 0.5
}
