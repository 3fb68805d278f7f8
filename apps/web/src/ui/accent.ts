/** The product's accent colours, equal to those in `ui.css`, because charts cannot use CSS variables. */
export const ACCENT = { light: '#0f5c63', dark: '#5bb5b0' }
