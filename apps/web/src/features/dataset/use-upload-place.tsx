import { useState } from 'react'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { PendingUpload } from './PendingUpload.tsx'
import { UploadButton } from './UploadButton.tsx'
import { UploadDialog } from './UploadDialog.tsx'

/** What a page needs to take an upload: its button, the reminder of one under way, and the dialog itself. */
export function useUploadPlace() {
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  const onSaved = (datasetId: string) => {
    close()
    go(paths.dataset(datasetId))
  }
  return {
    button: <UploadButton onReady={open} />,
    reminder: !isOpen && <PendingUpload onShow={open} />,
    dialog: <UploadDialog open={isOpen} onClose={close} onSaved={onSaved} />,
  }
}
