/** A party's departments. The feature builds on datasets, because a department with rows cannot be removed. */
export { departmentRoutes } from './routes.ts'
