export { grantRows } from './grant-rows.ts'
export { isShownUnasked } from './own-table.ts'
export { offer, offerRoutes } from './routes.ts'
export { setAside } from './set-aside.ts'
