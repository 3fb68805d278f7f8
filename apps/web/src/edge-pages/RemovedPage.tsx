import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DELETED_ROWS_DAYS, type RemovedDataset, type Signing } from '@tessera/contract'
import { Alert, App, Button } from 'antd'
import { useEffect, useState } from 'react'
import { namesOfSigners, signingQuery } from '../features/signing/api.ts'
import { ProofStep } from '../features/signing/ProofStep.tsx'
import { SessionGate } from '../features/signing/SessionGate.tsx'
import { KindTag } from '../kinds/KindTag.tsx'
import { useRowsText } from '../kinds/use-dataset-size.ts'
import { formatSize, useFormat } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { CardSkeleton, EmptyState, ErrorNote, FormDialog, Panel, StatusTag } from '../ui/index.ts'
import { bringBack, deleteRows, removedQuery } from './api.ts'
import { edgePagePhrases } from './phrases.ts'
import '../features/signing/signing.css'

type Opened = { act: 'delete' | 'back'; removed: RemovedDataset }

/** Removed datasets that are still stored at this edge. A signer deletes or restores them. */
export function RemovedPage({ username }: { username: string | null }) {
  const t = usePhrases(edgePagePhrases)
  useEffect(() => {
    document.title = `${t('removed.heading')} · Tessera`
  }, [t])
  return (
    <>
      <h1>{t('removed.heading')}</h1>
      <SessionGate username={username}>
        <OfSigners />
      </SessionGate>
    </>
  )
}

function OfSigners() {
  const t = usePhrases(edgePagePhrases)
  const signing = useQuery(signingQuery())
  const isSigner = signing.data?.isSigner === true
  const removed = useQuery({ ...removedQuery(), enabled: isSigner })
  const retry = () => {
    void signing.refetch()
    if (isSigner) void removed.refetch()
  }
  return (
    <>
      <ErrorNote error={signing.error ?? removed.error} onRetry={retry} />
      {(signing.isPending || (isSigner && removed.isPending)) && <CardSkeleton count={2} height={90} />}
      {signing.data && !isSigner && (
        <Alert type="info" showIcon title={t('removed.signers', { signers: namesOfSigners(signing.data) })} />
      )}
      {signing.data && removed.data && <Removed signing={signing.data} all={removed.data} />}
    </>
  )
}

function Removed({ signing, all }: { signing: Signing; all: RemovedDataset[] }) {
  const t = usePhrases(edgePagePhrases)
  const [opened, setOpened] = useState<Opened | null>(null)
  if (all.length === 0) return <EmptyState title={t('removed.empty')} reason={t('removed.empty.reason')} />
  return (
    <>
      <Panel title={t('removed.list')}>
        <p className="t-soft signing-gap">{t('removed.about', { days: DELETED_ROWS_DAYS })}</p>
        <ul className="signing-list" aria-label={t('removed.list')}>
          {all.map((removed) => (
            <Row key={removed.id} removed={removed} onOpen={(act) => setOpened({ act, removed })} />
          ))}
        </ul>
      </Panel>
      {opened && <Decision key={opened.removed.id} {...opened} signing={signing} onClose={() => setOpened(null)} />}
    </>
  )
}

function Row({ removed, onOpen }: { removed: RemovedDataset; onOpen: (act: Opened['act']) => void }) {
  const t = usePhrases(edgePagePhrases)
  const format = useFormat()
  const rowsText = useRowsText()
  const { name, contentType, rowCount, sizeBytes, createdBy, removedTime, because, eraseTime } = removed
  return (
    <li>
      <div className="t-grow">
        <strong>{name}</strong> <KindTag kind={contentType} />
        <p className="t-soft">
          {t('removed.what', { rows: rowsText(contentType, rowCount), size: formatSize(sizeBytes), name: createdBy })}
        </p>
        <p className="t-soft">{t(`removed.${because}`, { time: format.dateTime(removedTime) })}</p>
      </div>
      <StatusTag
        tone={eraseTime ? 'warning' : 'neutral'}
        text={eraseTime ? t('removed.until', { time: format.dateTime(eraseTime) }) : t('removed.kept')}
      />
      <Button aria-label={t('removed.back.label', { name })} onClick={() => onOpen('back')}>
        {t('removed.back')}
      </Button>
      {!eraseTime && (
        <Button danger aria-label={t('removed.delete.label', { name })} onClick={() => onOpen('delete')}>
          {t('removed.delete')}
        </Button>
      )}
    </li>
  )
}

/** Asks for the PIN or passkey before each deletion or restoration. */
function Decision({ act, removed, signing, onClose }: Opened & { signing: Signing; onClose: () => void }) {
  const t = usePhrases(edgePagePhrases)
  const rowsText = useRowsText()
  const client = useQueryClient()
  const { message } = App.useApp()
  const { id, name, contentType, rowCount } = removed
  const isDeletion = act === 'delete'
  return (
    <FormDialog open title={t(`removed.${act}.title`, { name })} onClose={onClose}>
      <p className="signing-gap">
        {t(`removed.${act}.consequence`, { rows: rowsText(contentType, rowCount), days: DELETED_ROWS_DAYS })}
      </p>
      <ProofStep
        signing={signing}
        isDanger={isDeletion}
        pinText={t(`removed.${act}.pin`)}
        passkeyText={t(`removed.${act}.passkey`)}
        act={async () => ({ kind: isDeletion ? 'delete-rows' : 'bring-back', id })}
        onProved={async (proof) => {
          const done = isDeletion ? await deleteRows(id, proof).then(() => name) : (await bringBack(id, proof)).name
          message.success(t(`removed.${act}.done`, { name: done }))
          onClose()
          await client.invalidateQueries({ queryKey: removedQuery().queryKey })
        }}
      >
        <Button size="large" onClick={onClose}>
          {t('removed.cancel')}
        </Button>
      </ProofStep>
    </FormDialog>
  )
}
