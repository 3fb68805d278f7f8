export { buildGuard, stopRun } from './guard.ts'
export { EngineProcesses, makeGuardSecret } from './processes.ts'
export { killingWorkers, Workers, workerReport } from './workers.ts'
