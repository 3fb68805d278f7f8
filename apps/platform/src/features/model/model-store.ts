import { fail } from '@tessera/contract'
import { checkInWorker, InferenceRuntime, type KnownModel, type ModelSignature } from '@tessera/inference'
import { sha256 } from '@tessera/server'
import type { Deps } from '../../lib/deps.ts'
import type { ArtifactRow } from './table.ts'

/** Where an artifact's file is stored, and its hash from when its run finished. */
type Shelved = { filePath: string; sha256: string }

/** Models in the store. A file leaves it or runs only if it is the stored one and passes every check. */
export interface ModelStore {
  /** Checks and loads a file that is not stored yet, and returns its inputs and output. */
  describe(file: Uint8Array): Promise<ModelSignature>
  /** Reads the file: compared with its hash each time, and checked the first time. */
  read(artifact: Shelved): Promise<Uint8Array>
  /** Returns an artifact's model, for the code that all servers share. */
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
