import { Modal } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { UploadProgress } from '../../ui/index.ts'
import { phrases } from './phrases.ts'
import { SaveForm } from './SaveForm.tsx'
import { UploadPicker } from './UploadPicker.tsx'
import { useCurrentUpload } from './uploads.ts'

interface Props {
  open: boolean
  onClose: () => void
  onSaved: (datasetId: string) => void
}

/** A dataset's way in: choose the archive, watch it go, look at what the edge found, name it. */
export function UploadDialog({ open, onClose, onSaved }: Props) {
  const t = usePhrases(phrases)
  const upload = useCurrentUpload()
  const isUnderWay = upload?.status === 'sending' || upload?.status === 'reading'
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={upload?.draft ? t('save.title') : t('upload.title')}
      footer={null}
      width={upload?.draft ? 960 : 640}
      // A name that was begun is there again when the dialog is.
      destroyOnHidden={!upload?.draft}
      mask={{ closable: !upload?.draft }}
    >
      {upload?.draft ? (
        <SaveForm
          key={upload.draft.draftId}
          draft={upload.draft}
          fileName={upload.fileName}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : isUnderWay ? (
        <UploadProgress upload={upload} reading={t('upload.reading')} onHide={onClose} />
      ) : (
        <UploadPicker upload={upload} />
      )}
    </Modal>
  )
}
