import type { UploadState } from '@tessera/contract'
import type { CurrentUpload } from '../../lib/current-upload.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { UploadReminder } from '../../ui/index.ts'
import { endUpload, openUpload, useOpenUpload } from './open-uploads.ts'
import { phrases } from './phrases.ts'
import { UploadButton } from './UploadButton.tsx'

/**
 * Returns a page's upload button, and a reminder of an upload in progress. The upload dialog is mounted outside the
 * pages.
 */
export function useUploadPlace() {
  const t = usePhrases(phrases)
  const frame = useOpenUpload()
  const texts = {
    running: t('upload.running'),
    ready: t('upload.waiting'),
    finish: t('upload.finish'),
    failed: t('upload.failed'),
  }
  return {
    button: <UploadButton />,
    reminder: frame && !frame.isOpen && (
      <UploadReminder
        status={STATUS[frame.state]}
        texts={texts}
        onShow={() => openUpload(frame.party)}
        onForget={() => endUpload(frame.party.id)}
      />
    ),
  }
}

const STATUS: Record<UploadState, CurrentUpload<unknown>['status'] | null> = {
  empty: null,
  sending: 'sending',
  reading: 'reading',
  review: 'ready',
  failed: 'failed',
  cancelled: 'cancelled',
}
