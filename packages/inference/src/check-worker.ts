import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@tessera/contract'
import type { CheckAnswer } from './check-in-worker.ts'
import { checkModel } from './check-model.ts'

function answer(): CheckAnswer {
  try {
    return { signature: checkModel(workerData.file) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, params: error.params }
  }
}

parentPort?.postMessage(answer())
