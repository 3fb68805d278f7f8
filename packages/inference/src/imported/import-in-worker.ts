import {
  AppError,
  type ErrorCode,
  type ErrorParams,
  type FileReading,
  type ImportedDescription,
} from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import { runInWorker } from '../run-in-worker.ts'

export type ImportAnswer = { reading: FileReading } | { adapted: Uint8Array } | { code: ErrorCode; params: ErrorParams }

/** Limits like those of a check; in addition, the file is written once. */
const LIMITS = { megabytes: 512, seconds: 60 }
/** Files are processed one at a time, so that many files need no more memory than one. */
const alone = oneAtATime()

/** Reads the description of an imported file in a worker thread. Fails with the reason if the file is refused. */
export async function readInWorker(file: Uint8Array): Promise<FileReading> {
  const answer = await ask(file)
  if (!('reading' in answer)) throw new Error('a file was not read')
  return answer.reading
}

/** Returns the file with a graph of Tessera around its own, as described by the member. Runs in a worker thread. */
export async function adaptInWorker(file: Uint8Array, description: ImportedDescription): Promise<Uint8Array> {
  const answer = await ask(file, description)
  if (!('adapted' in answer)) throw new Error('a file was not written')
  return answer.adapted
}

function ask(file: Uint8Array, description?: ImportedDescription): Promise<Exclude<ImportAnswer, { code: ErrorCode }>> {
  return alone(async () => {
    const script = new URL('./import-worker.ts', import.meta.url)
    const answer = await runInWorker<ImportAnswer>(script, { file, description }, LIMITS)
    if ('code' in answer) throw new AppError(answer.code, answer.params)
    return answer
  })
}
