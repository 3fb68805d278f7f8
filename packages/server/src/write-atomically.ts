import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/**
 * Writes a draft beside the file and renames it. A reader, or a start after a crash, finds the old content or the new,
 * never an incomplete file.
 */
export async function writeAtomically(file: string, content: Content, mode = 0o600) {
  await writeBeside(file, content, { mode, move: rename })
}

/** The same, but an existing file is kept, and the error's code is `EEXIST`. */
export async function writeNew(file: string, content: Content, mode = 0o600) {
  await writeBeside(file, content, { mode, move: link })
}

interface How {
  mode: number
  move: (draft: string, file: string) => Promise<void>
}

async function writeBeside(file: string, content: Content, { mode, move }: How) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Each of two concurrent writers, in one process or in two, has its own draft.
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeFile(draft, content, { mode, flag: 'wx', flush: true })
    await move(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
