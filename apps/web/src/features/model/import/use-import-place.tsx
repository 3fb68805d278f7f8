import { UploadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { UploadProgress, UploadReminder } from '../../../ui/index.ts'
import { uiPhrases } from '../../../ui/phrases.ts'
import { phrases } from '../phrases.ts'
import { ImportForm } from './ImportForm.tsx'
import { ImportPicker } from './ImportPicker.tsx'
import { forgetImport, useCurrentImport } from './imports.ts'

/** Returns what a page needs to import a model: the button, the reminder of an upload in progress, and the dialog. */
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

/** The steps of an import: choose a file, follow the upload, describe the model. */
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
      // The input is kept until the dialog opens again.
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
