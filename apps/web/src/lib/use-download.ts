import { startActivity } from './activity.ts'
import { download } from './files.ts'
import { useMutation } from './mutation.ts'
import { fileNameOf } from './save-file.ts'

export interface Download {
  /** Of the file, at the platform. */
  path: string
  /** As people call it; it is what the file is saved as. */
  name: string
  extension: string
  /** The page that offers it. */
  page: string
}

/**
 * Fetches a file with `mutate()`. It stands in the header's activities and goes on when its page is left; why it failed
 * is `error`, for an `ErrorNote` beside the button.
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
