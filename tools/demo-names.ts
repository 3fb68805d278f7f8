/**
 * What the demo calls its own table and what it does with it. A dataset or a task has one name, which whoever takes part
 * reads in either language, so each name is in both, Chinese first as in all that the demo writes.
 */
export const DATASET = '活检 Biopsies'
export const HELD_OUT = '新活检 New biopsies'
export const TASK = '肿瘤诊断 Diagnosis'
export const RATIOS = '关键均值 Key means'
export const aloneAt = (partyId: string) => `单方训练 Alone ${partyId}`
export const WHOLE_DATASET = '整个数据集 Whole dataset'
