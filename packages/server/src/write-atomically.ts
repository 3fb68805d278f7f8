import { rename, writeFile } from 'node:fs/promises'

/** Writes beside the file and renames, so that a reader sees the old text or the new one, never half. */
export async function writeAtomically(file: string, text: string, mode = 0o600): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, text, { mode })
  await rename(draft, file)
}
