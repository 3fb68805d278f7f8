import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/**
 * Writes a temporary file and renames it. A reader, or a start after a crash, finds the old or the new content, never
 * an incomplete file.
 */
export async function writeAtomically(file: string, content: Content, mode = 0o600) {
  await writeBeside(file, content, { mode, move: rename })
}

/** Writes a new file in the same way. If the file exists, it does not change, and the code of the error is `EEXIST`. */
export async function writeNew(file: string, content: Content, mode = 0o600) {
  await writeBeside(file, content, { mode, move: link })
}

interface How {
  mode: number
  move: (draft: string, file: string) => Promise<void>
}

async function writeBeside(file: string, content: Content, { mode, move }: How) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Each of two concurrent writers, in one process or two, has a separate temporary file.
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeFile(draft, content, { mode, flag: 'wx', flush: true })
    await move(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
