import { createReadStream, type ReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { writeAtomically } from '@tessera/server'

/**
 * A store of files by name, such as `avatars/<id>.png`. The store is currently a folder; another implementation needs
 * only these five methods.
 */
export interface FileStore {
  put(name: string, content: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer>
  /** Opens a file; undefined if there is no file with this name. */
  open(name: string): Promise<{ stream: ReadStream; size: number } | undefined>
  has(name: string): Promise<boolean>
  remove(name: string): Promise<void>
}

export function openFolderStore(folder: string): FileStore {
  const locate = (name: string) => {
    const path = normalize(join(folder, name))
    if (!path.startsWith(folder + sep)) throw new Error(`invalid file name: ${name}`)
    return path
  }
  return {
    put: async (name, content) => writeAtomically(locate(name), content),
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
