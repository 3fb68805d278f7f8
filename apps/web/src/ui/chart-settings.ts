/** `richText` where a page's policy lets no text bring styles of its own: what hovers is drawn, not written. */
export const chartSettings: { tooltips: 'html' | 'richText' } = { tooltips: 'html' }
