import { startActivity } from './activity.ts'
import { download } from './files.ts'
import { useMutation } from './mutation.ts'
import { fileNameOf } from './save-file.ts'

export interface Download {
  /** Path of the file at the platform. */
  path: string
  /** Readable name under which the file is saved. */
  name: string
  extension: string
  /** Page that offers the file. */
  page: string
}

/**
 * Returns a mutation that downloads a file. The header's activities show the download, which continues when the user
 * leaves the page. Show its `error` in an `ErrorNote` beside the button.
 */
export function useDownload({ path, name, extension, page }: Download) {
  return useMutation({
    mutationFn: async () => {
      const aborter = new AbortController()
      const fileName = `${fileNameOf(name)}.${extension}`
      const activity = startActivity({ title: fileName, path: page, cancel: () => aborter.abort() })
      try {
        await download(path, fileName, { onProgress: activity.progress, signal: aborter.signal })
        activity.done()
      } catch (error) {
        activity.fail(error)
        if (!aborter.signal.aborted) throw error
      }
    },
  })
}
