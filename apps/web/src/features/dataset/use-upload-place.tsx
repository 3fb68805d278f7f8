import type { UploadState } from '@tessera/contract'
import type { CurrentUpload } from '../../lib/current-upload.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { UploadReminder } from '../../ui/index.ts'
import { phrases } from './phrases.ts'
import { UploadButton } from './UploadButton.tsx'
import { endUpload, openUpload, useUploadRoom } from './upload-rooms.ts'

/** What a page needs to take an upload: its button, and the reminder of one under way. The dialog stands around all pages. */
export function useUploadPlace() {
  const t = usePhrases(phrases)
  const room = useUploadRoom()
  const texts = {
    running: t('upload.running'),
    ready: t('upload.waiting'),
    finish: t('upload.finish'),
    failed: t('upload.failed'),
  }
  return {
    button: <UploadButton />,
    reminder: room && !room.isOpen && (
      <UploadReminder
        status={STATUS[room.state]}
        texts={texts}
        onShow={() => openUpload(room.party)}
        onForget={() => endUpload(room.party.id)}
      />
    ),
  }
}

const STATUS: Record<UploadState, CurrentUpload<unknown>['status'] | null> = {
  ...{ empty: null, sending: 'sending', reading: 'reading' },
  ...{ review: 'ready', failed: 'failed', cancelled: 'cancelled' },
}
