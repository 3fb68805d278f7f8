import { CloudUploadOutlined, CopyOutlined, DeleteOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons'
import type { ModelDetail } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useDownload } from '../../../lib/use-download.ts'
import { ConfirmDialog, ErrorNote } from '../../../ui/index.ts'
import { modelFilePath } from '../api.ts'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'
import { ModelCardButton } from './ModelCardButton.tsx'
import { ModelTextsDialog } from './ModelTextsDialog.tsx'
import { useModelMutations } from './use-model-mutations.ts'

interface Props {
  detail: ModelDetail
  /** Whether the user can download the file. Members of every party can download a model that they can see. */
  mayFetchFile: boolean
  onGone: () => void
  onCopied: (modelId: string) => void
}

/** The actions for a model, except using it. The server reports which of them are allowed. */
export function ModelActions({ detail: { model, card, abilities }, mayFetchFile, onGone, onCopied }: Props) {
  const t = usePhrases(phrases)
  const [dialog, setDialog] = useState<'edit' | 'publish' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { update, publish, remove, copy } = useModelMutations(model, { onDone: close, onGone, onCopied })
  const file = useDownload({
    path: modelFilePath(model.id),
    name: model.name,
    extension: 'zip',
    page: paths.model(model.id),
  })
  const removal = model.isPublished ? 'unpublish' : 'delete'
  const open = (which: 'edit' | 'publish' | 'delete') => () => {
    for (const mutation of [update, publish, remove]) mutation.reset()
    setDialog(which)
  }

  return (
    <>
      {abilities.delete && (
        <Button danger icon={<DeleteOutlined aria-hidden="true" />} onClick={open('delete')}>
          {t(`action.${removal}`)}
        </Button>
      )}
      {abilities.edit && (
        <Button icon={<EditOutlined aria-hidden="true" />} onClick={open('edit')}>
          {t('action.edit')}
        </Button>
      )}
      {card && <ModelCardButton model={model} />}
      {mayFetchFile && (
        <Button
          icon={<DownloadOutlined aria-hidden="true" />}
          title={t('download.hint')}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('action.download')}
        </Button>
      )}
      {abilities.download && (
        <Button icon={<CopyOutlined aria-hidden="true" />} loading={copy.isPending} onClick={() => copy.mutate()}>
          {t('action.copy')}
        </Button>
      )}
      {abilities.publish && (
        <Button icon={<CloudUploadOutlined aria-hidden="true" />} onClick={open('publish')}>
          {t('action.publish')}
        </Button>
      )}
      <div className={styles.actionError}>
        <ErrorNote error={file.error ?? copy.error} />
      </div>
      {(['edit', 'publish'] as const).map((purpose) => {
        const mutation = purpose === 'edit' ? update : publish
        return (
          <ModelTextsDialog
            key={purpose}
            purpose={purpose}
            model={model}
            open={dialog === purpose}
            isPending={mutation.isPending}
            error={mutation.error}
            onSubmit={mutation.mutate}
            onClose={close}
          />
        )
      })}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={t(`${removal}.title`, { name: model.name })}
        consequence={t(`${removal}.consequence`)}
        confirmText={t(`action.${removal}`)}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onCancel={close}
      />
    </>
  )
}
