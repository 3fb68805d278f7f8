/** A party's departments: above datasets, since one that holds rows stays. */
export { departmentRoutes } from './routes.ts'
