import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '../../lib/zip.ts'

const LIMIT_BYTES = 1024 * 1024

/** Reads an archive of the folder `inputs/`, such as `entity-offsets/utf16`. */
export const inputZip = (name: string): Promise<Buffer> => readFile(new URL(`./inputs/${name}.zip`, import.meta.url))

/** Returns the files of an archive by name. */
export async function filesIn(zip: Buffer): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-input-'))
  try {
    await writeFile(join(folder, 'input.zip'), zip)
    const archive = await openArchive(join(folder, 'input.zip'))
    const files = await Promise.all(
      archive.entries.map(async (entry) => [entry.fileName, await archive.bytes(entry, LIMIT_BYTES)] as const),
    )
    archive.close()
    return Object.fromEntries(files)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
