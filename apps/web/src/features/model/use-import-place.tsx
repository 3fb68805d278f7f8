import { UploadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { UploadProgress, UploadReminder } from '../../ui/index.ts'
import { uiPhrases } from '../../ui/phrases.ts'
import { ImportForm } from './ImportForm.tsx'
import { ImportPicker } from './ImportPicker.tsx'
import { forgetImport, useCurrentImport } from './imports.ts'
import { phrases } from './phrases.ts'

/** What a page needs to take a model that was not trained here: its button, the reminder of one under way, the dialog. */
export function useImportPlace() {
  const t = usePhrases(phrases)
  const tUi = usePhrases(uiPhrases)
  const [isOpen, setOpen] = useState(false)
  const upload = useCurrentImport()
  const name = upload?.fileName ?? ''
  const texts = {
    running: tUi('upload.running', { name }),
    ready: t('import.waiting', { name }),
    finish: t('import.finish'),
    failed: t('import.failed', { name }),
  }
  const open = () => setOpen(true)
  return {
    button: (
      <Button icon={<UploadOutlined aria-hidden="true" />} onClick={open}>
        {t('import.open')}
      </Button>
    ),
    reminder: !isOpen && (
      <UploadReminder status={upload?.status ?? null} texts={texts} onShow={open} onForget={forgetImport} />
    ),
    dialog: <ImportDialog isOpen={isOpen} onClose={() => setOpen(false)} />,
  }
}

/** A file's way in: choose it, watch it go, say what it is. */
function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = usePhrases(phrases)
  const go = useGo()
  const upload = useCurrentImport()
  const draft = upload?.draft
  const isUnderWay = upload?.status === 'sending' || upload?.status === 'reading'
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      title={t('import.title')}
      footer={null}
      width={640}
      // What was begun is there again when the dialog is.
      destroyOnHidden={!draft}
      mask={{ closable: !draft }}
    >
      {draft ? (
        <ImportForm
          key={draft.draftId}
          draft={draft}
          onClose={onClose}
          onCreated={(modelId) => {
            onClose()
            go(paths.model(modelId, { from: 'myModel' }))
          }}
        />
      ) : isUnderWay ? (
        <UploadProgress upload={upload} reading={t('import.checking')} onHide={onClose} />
      ) : (
        <ImportPicker upload={upload} />
      )}
    </Modal>
  )
}
