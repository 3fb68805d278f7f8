import { useMutation } from '@tanstack/react-query'
import type { Model } from '@tessera/contract'
import { MODEL_FILE_PATH } from '@tessera/contract/wire'
import { App } from 'antd'
import { startActivity } from '../../lib/activity.ts'
import { download } from '../../lib/files.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { phrases } from './phrases.ts'

/** Fetches the ONNX file with its card; it is found again in the header's activities. */
export function useModelFile({ id, name }: Model) {
  const t = usePhrases(phrases)
  const sayError = useErrorText()
  const { message } = App.useApp()
  return useMutation({
    mutationFn: async () => {
      const aborter = new AbortController()
      const activity = startActivity({
        title: t('download.activity', { name }),
        path: paths.model(id),
        cancel: () => aborter.abort(),
      })
      try {
        await download(`${MODEL_FILE_PATH}?id=${encodeURIComponent(id)}`, `${fileNameOf(name)}.zip`, {
          at: 'platform',
          onProgress: activity.progress,
          signal: aborter.signal,
        })
        activity.done()
      } catch (error) {
        activity.fail(error)
        if (!aborter.signal.aborted) throw error
      }
    },
    onError: (error) => void message.error(sayError(error)),
  })
}

/** What file systems do not take in a name becomes a dash. */
const fileNameOf = (name: string) => name.replace(/[\\/:*?"<>|\s]+/g, '-') || 'model'
