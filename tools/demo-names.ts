/**
 * Names of the demo's dataset and tasks. A dataset or task has only one name, but readers use either language, so each
 * name contains both, Chinese first.
 */
export const DATASET = '活检 Biopsies'
export const HELD_OUT = '新活检 New biopsies'
export const TASK = '肿瘤诊断 Diagnosis'
export const RATIOS = '关键均值 Key means'
export const aloneAt = (partyId: string) => `单方训练 Alone ${partyId}`
export const WHOLE_DATASET = '整个数据集 Whole dataset'
