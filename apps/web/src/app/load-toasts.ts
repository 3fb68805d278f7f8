/** Loads the toasts together with a page's code, so that the page does not wait for them later. */
export const loadToasts = () => import('./Toasts.tsx')
