import { fail } from '@tessera/contract'
import { checkInWorker, InferenceRuntime, type KnownModel, type ModelSignature } from '@tessera/inference'
import { sha256 } from '@tessera/server'
import type { Deps } from '../../lib/deps.ts'
import type { ArtifactRow } from './table.ts'

/** Path of an artifact's file, and the hash that the file had when its run finished. */
type Shelved = { filePath: string; sha256: string }

/**
 * Reads and loads stored models. A file is served or run only if its hash is the stored one and it passes every check.
 */
export interface ModelStore {
  /** Checks and loads a file that is not stored yet. Returns the model's inputs and output. */
  describe(file: Uint8Array): Promise<ModelSignature>
  /** Reads the model file. Its hash is compared each time; the other checks run the first time. */
  read(artifact: Shelved): Promise<Uint8Array>
  /** Returns an artifact's model in the form that the shared inference code uses. */
  knownModel(artifact: Shelved & Pick<ArtifactRow, 'card'>): KnownModel
  runtime: InferenceRuntime
  close(): Promise<void>
}

export function openShelf({ files, settings, log }: Pick<Deps, 'files' | 'settings' | 'log'>): ModelStore {
  const { PYTHON, ENGINE_DIR } = settings
  const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE_DIR, say: (line) => log.error(line) })

  return {
    describe: (file) => runtime.look({ sha256: sha256(file), read: async () => file }),
    async read(artifact) {
      const file = await files.get(artifact.filePath)
      if (sha256(file) !== artifact.sha256) fail('model.changed')
      await checkInWorker(artifact.sha256, file)
      return file
    },
    knownModel: ({ filePath, sha256: hash, card: { input, output } }) => ({
      file: { sha256: hash, read: () => files.get(filePath) },
      input,
      output,
    }),
    runtime,
    close: () => runtime.close(),
  }
}
