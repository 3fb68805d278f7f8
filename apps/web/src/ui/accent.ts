/** The product's accent colours, as in `ui.css`. Charts cannot use CSS variables. */
export const ACCENT = { light: '#0f5c63', dark: '#5bb5b0' }
