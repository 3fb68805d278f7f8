import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { checkApart, InferenceRuntime, type KnownModel, type ModelSignature } from '@tessera/inference'
import { sha256 } from '@tessera/server'
import type { Deps } from '../../lib/deps.ts'
import type { ArtifactRow } from './table.ts'

/** Where an artifact's file lies, and the hash that was kept when its run finished. */
type Shelved = { filePath: string; sha256: string }

/** Models of the store, none of which leaves it or runs unless it is the file that was kept and passes every check. */
export interface ModelShelf {
  /** What a file that is not kept yet takes and gives, once it was checked and loaded. */
  describe(file: Uint8Array): Promise<ModelSignature>
  /** The file, compared with its hash at each time and checked at the first. */
  read(artifact: Shelved): Promise<Uint8Array>
  /** An artifact's model, for the flow that every server shares. */
  knownModel(artifact: Shelved & Pick<ArtifactRow, 'card'>): KnownModel
  runtime: InferenceRuntime
  close(): Promise<void>
}

export function openShelf({ files, settings, log }: Pick<Deps, 'files' | 'settings' | 'log'>): ModelShelf {
  const { PYTHON, ENGINE_DIR, DATA_DIR } = settings
  const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE_DIR, say: (line) => log.error(line) })
  // Copies that earlier versions kept, which nothing compared with a hash.
  const swept = rm(join(DATA_DIR, 'cache'), { recursive: true, force: true })

  return {
    describe: (file) => runtime.look({ sha256: sha256(file), read: async () => file }),
    async read(artifact) {
      const file = await files.get(artifact.filePath)
      if (sha256(file) !== artifact.sha256) fail('model.changed')
      await checkApart(artifact.sha256, file)
      return file
    },
    knownModel: ({ filePath, sha256: hash, card: { input, output } }) => ({
      file: { sha256: hash, read: () => files.get(filePath) },
      input,
      output,
    }),
    runtime,
    async close() {
      await Promise.all([swept, runtime.close()])
    },
  }
}
