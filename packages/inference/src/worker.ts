import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { AppError } from '@tessera/contract'
import { type LoadedModel, loadModel, predict } from './model.ts'
import type { WorkerAnswer, WorkerRequest } from './runtime.ts'

/** Models kept ready; the least recently used one goes first. */
const KEPT_MODELS = 8
const models = new Map<string, Promise<LoadedModel>>()

parentPort?.on('message', async (request: WorkerRequest) => {
  const answer = await answerTo(request).catch(
    (error: unknown): WorkerAnswer => ({
      id: request.id,
      error: error instanceof AppError ? { code: error.code, params: error.params } : { message: String(error) },
    }),
  )
  parentPort?.postMessage(answer)
})

async function answerTo({ id, path, version, rows }: WorkerRequest): Promise<WorkerAnswer> {
  const model = await modelAt(path, version)
  return rows === null ? { id, signature: model.signature } : { id, predictions: await predict(model, rows) }
}

function modelAt(path: string, version: string): Promise<LoadedModel> {
  const key = `${version} ${path}`
  const model = models.get(key) ?? readFile(path).then(loadModel)
  models.delete(key)
  models.set(key, model)
  model.catch(() => models.delete(key))
  if (models.size > KEPT_MODELS) {
    const oldest = models.keys().next().value as string
    const gone = models.get(oldest)
    models.delete(oldest)
    gone?.then(({ session }) => session.release()).catch(() => {})
  }
  return model
}
