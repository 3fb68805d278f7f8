/**
 * Names of the demo's table and of its tasks. A dataset or a task has a single name, and its readers use either
 * language, so each name contains both, Chinese first, like all texts of the demo.
 */
export const DATASET = '活检 Biopsies'
export const HELD_OUT = '新活检 New biopsies'
export const TASK = '肿瘤诊断 Diagnosis'
export const RATIOS = '关键均值 Key means'
export const aloneAt = (partyId: string) => `单方训练 Alone ${partyId}`
export const WHOLE_DATASET = '整个数据集 Whole dataset'
