export { type Engine, openEngine } from './engine.ts'
export { killingWorkers, Workers } from './workers.ts'
