export { buildGuard, stopRun } from './guard.ts'
export { EngineProcesses, makeGuardSecret } from './processes.ts'
export { killingWorkers, tellingDeaths, Workers } from './workers.ts'
