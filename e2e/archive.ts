import { buffer } from 'node:stream/consumers'
import { open } from 'yauzl'
import { ZipFile } from 'yazl'

/** Returns a ZIP archive with one file, like the archives that members upload. */
export async function zipOf(fileName: string, content: string): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(content), fileName)
  zip.end()
  return buffer(zip.outputStream)
}

/** Reads the archive at this path. Returns the content of each file by its name. */
export function filesIn(path: string): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const files = new Map<string, Buffer>()
      zip.on('error', reject)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          files.set(entry.fileName, await buffer(stream))
          zip.readEntry()
        })
      })
      zip.readEntry()
    })
  })
}
