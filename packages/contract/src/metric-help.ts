import type { BilingualText } from './language.ts'
import { isKnownMetric, type KnownMetric } from './metric-names.ts'
import { type MetricVariant, type VariedMetric, variantOf } from './metric-variants.ts'

/**
 * A description of each metric in plain words. Training metrics are computed on training rows; all others on rows that
 * were not used to fit the scored model.
 */
const METRICS: Record<KnownMetric, BilingualText> = {
  accuracy: { en: 'Accuracy: share predicted correctly', cn: '准确率：预测正确的比例' },
  precision: {
    en: 'Macro precision: of those given a class, the share that has it (mean over classes)',
    cn: '精确率（宏平均）：判为某类的结果中，实际属于该类的比例（各类平均）',
  },
  recall: {
    en: 'Macro recall: of those that have a class, the share found (mean over classes)',
    cn: '召回率（宏平均）：实际属于某类的结果中，被正确判为该类的比例（各类平均）',
  },
  f1: {
    en: 'Macro F1: precision and recall in one number (mean over classes)',
    cn: 'F1（宏平均）：精确率与召回率的调和平均（各类平均）',
  },
  map50: {
    en: 'mAP at overlap 0.5: mean over classes of the area below precision by recall; a box is right where it shares half of what it and the true one cover',
    cn: 'mAP（重叠 0.5）：各类精确率—召回率曲线下面积的平均；框与真实框的交并比达到一半才算正确',
  },
  map50_95: {
    en: 'mAP at overlaps 0.5–0.95: the same, averaged over overlaps of 0.5 to 0.95 in steps of 0.05; tells how exactly boxes lie',
    cn: 'mAP（重叠 0.5–0.95）：同上，对 0.5 至 0.95（步长 0.05）的交并比取平均，反映框的位置有多准',
  },
  auc: {
    en: 'AUC: of one of a class and one of another, how often the first has the higher score for it (mean over classes)',
    cn: 'AUC：任取某类与其他类各一个，前者在该类上得分更高的概率（各类平均）',
  },
  brier: {
    en: 'Brier score: squared distance of the predicted chances from what was there; lower is better',
    cn: 'Brier 分数：预测概率与实际结果之差的平方，越低越好',
  },
  loss: { en: 'Loss: how far predictions are off; lower is better', cn: '损失：预测偏离的程度，越低越好' },
  rmse: {
    en: "RMSE: typical error in the label's unit, large errors weigh more; lower is better",
    cn: '均方根误差：以标签单位计的典型误差，大误差权重更高，越低越好',
  },
  mae: { en: "MAE: mean error in the label's unit; lower is better", cn: '平均绝对误差：以标签单位计，越低越好' },
  deviance: {
    en: 'Deviance: how far counts are from what was expected of them, as Poisson regression measures it (mean over rows); lower is better',
    cn: '偏差：计数与其期望值的差距，按泊松偏差计（各行平均），越低越好',
  },
  inertia: {
    en: 'Inertia: squared distances of all rows from the centres of their clusters, summed; lower is tighter',
    cn: '簇内平方和：各行到所属簇中心的距离平方之和，越低越紧密',
  },
  concordance: {
    en: 'Concordance: of two rows of which one had the event earlier, how often the model gives that one the higher hazard',
    cn: '一致性指数：两行中事件先发生的一行，被模型判为风险更高的比例',
  },
  r2: { en: 'R²: share of the variation explained', cn: '决定系数 R²：被解释的变化所占比例' },
}

/** Which entries each variant of a metric counts. */
const COUNTED: Record<VariedMetric, BilingualText> = {
  accuracy: { en: 'Accuracy: share predicted correctly', cn: '准确率：预测正确的比例' },
  precision: {
    en: 'Precision: of the predicted ones, the share that is correct',
    cn: '精确率：判为存在者中确实存在的比例',
  },
  recall: { en: 'Recall: of what is there, the share found', cn: '召回率：确实存在者中被找出的比例' },
  f1: { en: 'F1: precision and recall in one number', cn: 'F1：精确率与召回率的调和平均' },
  loss: { en: 'Loss: how far predictions are off; lower is better', cn: '损失：预测偏离的程度，越低越好' },
}
const OF: Record<MetricVariant, BilingualText> = {
  multilabel: {
    en: 'over all labels where there may be several, each label separately',
    cn: '可有多个标签时，逐个标签计算',
  },
  id: { en: 'by id: what has one id counts once', cn: '按标识：同一标识只计一次' },
  ner: {
    en: 'over named entities: one is right only where its place and its kind are',
    cn: '按命名实体计算：位置和类型都正确才算正确',
  },
  box: {
    en: 'over boxes with a score of 0.3 or more: one is right where its class is and it overlaps the true one by half',
    cn: '按得分不低于 0.3 的标注框计算：类别正确且与真实框的交并比达到一半才算正确',
  },
  train: {
    en: 'on the data trained on, which says nothing about other data',
    cn: '在训练所用的数据上，不能说明对其他数据的效果',
  },
  val: { en: 'on the validation split', cn: '在验证集上' },
  test: { en: 'on data kept for the very end', cn: '在最后才使用的测试数据上' },
}

/** Returns a sentence that describes a metric; null for an unknown metric. */
export function metricHelp(name: string, language: keyof BilingualText): string | null {
  if (isKnownMetric(name)) return METRICS[name][language]
  const variant = variantOf(name)
  if (!variant) return null
  return [COUNTED[variant.metric][language], OF[variant.of][language]].join(language === 'en' ? ', ' : '；')
}
