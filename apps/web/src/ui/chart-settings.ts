/**
 * How charts show tooltips. `richText` draws them in the chart instead of creating HTML, for pages whose content policy
 * forbids inline styles.
 */
export const chartSettings: { tooltips: 'html' | 'richText' } = { tooltips: 'html' }
