/**
 * `richText` for pages whose content policy forbids inline styles: tooltips are then drawn in the chart, not created as
 * HTML.
 */
export const chartSettings: { tooltips: 'html' | 'richText' } = { tooltips: 'html' }
