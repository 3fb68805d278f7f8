import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'

/** Files by name, such as `avatars/<id>.png`. A folder today; anything that can do these five tomorrow. */
export interface FileStore {
  put(name: string, content: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer>
  /** Undefined when there is no such file. */
  open(name: string): Promise<{ stream: ReadStream; size: number } | undefined>
  has(name: string): Promise<boolean>
  remove(name: string): Promise<void>
}

export function openFolderStore(folder: string): FileStore {
  const locate = (name: string) => {
    const path = normalize(join(folder, name))
    if (!path.startsWith(folder + sep)) throw new Error(`not a name of a file: ${name}`)
    return path
  }
  return {
    async put(name, content) {
      const path = locate(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Renamed into place, so that a reader never sees half a file.
      const draft = `${path}.${process.pid}.tmp`
      await writeFile(draft, content, { mode: 0o600 })
      await rename(draft, path)
    },
    get: async (name) => readFile(locate(name)),
    async open(name) {
      const path = locate(name)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { stream: createReadStream(path), size: found.size } : undefined
    },
    async has(name) {
      const found = await stat(locate(name)).catch(() => undefined)
      return found?.isFile() ?? false
    },
    async remove(name) {
      await rm(locate(name), { force: true })
    },
  }
}
