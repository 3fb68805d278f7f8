/** Asked for with a page, so that the page need not wait for it afterwards. */
export const loadToasts = () => import('./Toasts.tsx')
