import { buffer } from 'node:stream/consumers'
import { open } from 'yauzl'
import { ZipFile } from 'yazl'

/** Returns an archive with one file, as a member would pack it for an upload. */
export async function zipOf(fileName: string, content: string): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(content), fileName)
  zip.end()
  return buffer(zip.outputStream)
}

/** Returns the files in an archive on disk, by name. */
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
