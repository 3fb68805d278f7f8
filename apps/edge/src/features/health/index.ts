export { type MachineState, readMachine } from './conditions.ts'
export { healthRoutes } from './routes.ts'
