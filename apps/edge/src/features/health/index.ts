export { type Machine, watchMachine } from './machine.ts'
export { healthRoutes } from './routes.ts'
