/** Loads the code for toast messages together with a page's code, so that the page does not wait for it later. */
export const loadToasts = () => import('./Toasts.tsx')
