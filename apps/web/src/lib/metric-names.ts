import { useCallback } from 'react'
import { usePhrases } from './i18n.ts'
import { isKnownMetric, type KnownMetric } from './metrics.ts'

const en: Record<KnownMetric, string> = {
  accuracy: 'Accuracy',
  f1: 'F1 (macro)',
  precision: 'Precision (macro)',
  recall: 'Recall (macro)',
  auc: 'AUC',
  brier: 'Brier score',
  concordance: 'Concordance',
  r2: 'R²',
  rmse: 'RMSE',
  mae: 'Mean error',
  deviance: 'Deviance',
  inertia: 'Inertia',
  loss: 'Loss',
}

const cn: Record<KnownMetric, string> = {
  accuracy: '准确率',
  f1: 'F1（宏平均）',
  precision: '精确率（宏平均）',
  recall: '召回率（宏平均）',
  auc: 'AUC',
  brier: 'Brier 分数',
  concordance: '一致性指数',
  r2: 'R²',
  rmse: '均方根误差',
  mae: '平均误差',
  deviance: '偏差',
  inertia: '簇内平方和',
  loss: '损失',
}

const phrases = { en, cn }

/** A metric's name in the reader's language; one we have no word for keeps its own. */
export function useMetricName(): (metric: string) => string {
  const t = usePhrases(phrases)
  return useCallback((metric) => (isKnownMetric(metric) ? t(metric) : metric), [t])
}
