/** The product's accent, in both themes, as `ui.css` has it: drawings take no variables. */
export const ACCENT = { light: '#0f5c63', dark: '#5bb5b0' }
