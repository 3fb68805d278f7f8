import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Prediction, TableRow } from '@tessera/contract'
import { InferenceRuntime, type ModelSignature } from '@tessera/inference'
import type { Deps } from '../../lib/deps.ts'

/** Models at hand: files from the store beside the runtime that reads them, which wants a path. */
export interface ModelShelf {
  describe(path: string): Promise<ModelSignature>
  predict(artifact: { id: string; filePath: string }, rows: TableRow[]): Promise<Prediction[]>
  close(): Promise<void>
}

export function openShelf({ files, settings }: Pick<Deps, 'files' | 'settings'>): ModelShelf {
  const runtime = new InferenceRuntime()
  const folder = join(settings.DATA_DIR, 'cache', 'models')

  /** An artifact never changes, so what lies here stays right. */
  async function bring({ id, filePath }: { id: string; filePath: string }): Promise<string> {
    const path = join(folder, `${id}.onnx`)
    const isHere = await access(path).then(
      () => true,
      () => false,
    )
    if (isHere) return path
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = `${path}.${process.pid}.tmp`
    await writeFile(draft, await files.get(filePath), { mode: 0o600 })
    await rename(draft, path)
    return path
  }

  return {
    describe: (path) => runtime.describe(path),
    predict: async (artifact, rows) => runtime.predict(await bring(artifact), rows),
    close: () => runtime.close(),
  }
}
