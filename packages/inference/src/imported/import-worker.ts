import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@tessera/contract'
import { adaptImported } from './adapt-imported.ts'
import type { ImportAnswer } from './import-in-worker.ts'
import { readImported } from './read-imported.ts'

function answer(): ImportAnswer {
  const { file, description } = workerData
  try {
    return description ? { adapted: adaptImported(file, description) } : { reading: readImported(file) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, params: error.params }
  }
}

parentPort?.postMessage(answer())
