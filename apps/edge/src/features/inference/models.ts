import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelCard } from '@tessera/contract'
import { writePrivately } from '../../lib/files.ts'
import type { InferenceDeps } from './deps.ts'

export interface LocalModel {
  path: string
  card: ModelCard
}

/** An id from the wire is no file name. */
const pathsOf = (dataDir: string, modelId: string) => {
  const name = createHash('sha256').update(modelId).digest('hex').slice(0, 32)
  return { onnx: join(dataDir, 'models', `${name}.onnx`), card: join(dataDir, 'models', `${name}.json`) }
}

export const modelPath = (dataDir: string, modelId: string) => pathsOf(dataDir, modelId).onnx

/** The model and its card, fetched once; from then on the platform may be away. */
export async function pullModel(deps: InferenceDeps, modelId: string): Promise<LocalModel> {
  const paths = pathsOf(deps.dataDir, modelId)
  if (!existsSync(paths.onnx) || !existsSync(paths.card)) {
    const [file, card] = await Promise.all([deps.platform.modelFile(modelId), deps.platform.modelCard(modelId)])
    await writePrivately(paths.onnx, file)
    await writePrivately(paths.card, JSON.stringify(card))
  }
  try {
    await deps.runtime.describe(paths.onnx)
  } catch (error) {
    await Promise.all([rm(paths.onnx, { force: true }), rm(paths.card, { force: true })])
    throw error
  }
  return { path: paths.onnx, card: ModelCard.parse(JSON.parse(await readFile(paths.card, 'utf8'))) }
}
