import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ContentType, type HeldDataset, type NamesProposal, type NamesToConfirm, wordsOf } from '@tessera/contract'
import { Button, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ConfirmButton } from '../confirm/ConfirmButton.tsx'
import { isFramed, sendToConsole } from '../console-line.ts'
import { heldQuery } from '../dataset/queries.ts'
import { PageGate } from '../PageGate.tsx'
import { TokenExpired } from '../TokenExpired.tsx'
import { confirmNames, proposedNamesQuery } from './api.ts'
import { namesPhrases } from './phrases.ts'
import { type Chosen, chosenOf, isToRename, SpellingsForm } from './SpellingsForm.tsx'

/**
 * Confirms the categories and classes from the party's rows that a task's plan will name. The edge sends them when a
 * member confirms.
 */
export function NamesPage({ taskId }: { taskId: string | null }) {
  const t = usePhrases(namesPhrases)
  if (taskId === null || !isFramed()) {
    return (
      <>
        <h1>{t('names.heading')}</h1>
        <TokenExpired wasIn={false} path="/mytask" nobody={t('names.nobody')} />
      </>
    )
  }
  return (
    <div className="own-choice">
      <PageGate>
        <Proposed taskId={taskId} />
      </PageGate>
    </div>
  )
}

function Proposed({ taskId }: { taskId: string }) {
  const proposed = useQuery(proposedNamesQuery(taskId))
  const proposal = proposed.data
  // Keeps showing the data of the previous dataset while renaming creates a dataset with another id.
  const dataset = useQuery({
    ...heldQuery(proposal?.datasetId ?? ''),
    enabled: proposal !== undefined,
    placeholderData: keepPreviousData,
  })
  const failed = [proposed, dataset].find(({ isError }) => isError)
  if (failed) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
  if (!proposal || !dataset.data) return <Skeleton active />
  return <RenameAndConfirm key={taskId} taskId={taskId} dataset={dataset.data} proposal={proposal} />
}

interface ToConfirm {
  taskId: string
  dataset: HeldDataset
  proposal: NamesToConfirm
}

/** Renames values first, and then confirms the names. */
function RenameAndConfirm({ taskId, dataset, proposal: { spellings = [], ...proposal } }: ToConfirm) {
  const [decided, setDecided] = useState<Chosen>(new Map())
  const chosen = chosenOf(spellings, decided)
  return (
    <div className="t-stack">
      {spellings.length > 0 && (
        <SpellingsForm
          taskId={taskId}
          dataset={dataset}
          spellings={spellings}
          chosen={chosen}
          onChoose={(column, name, to) => {
            const names = new Map(decided.get(column)).set(name, to)
            setDecided(new Map(decided).set(column, names))
          }}
        />
      )}
      <NamesForm
        key={proposal.datasetId}
        proposal={proposal}
        contentType={dataset.contentType}
        waitsForNames={isToRename(spellings, chosen)}
      />
    </div>
  )
}

interface NamesProps {
  proposal: NamesProposal
  contentType: ContentType
  waitsForNames: boolean
}

/** Sends names only after a click, even if the list is empty, because the platform could open this page itself. */
function NamesForm({ proposal, contentType, waitsForNames }: NamesProps) {
  const t = usePhrases(namesPhrases)
  const waitsId = useId()
  const { names } = proposal
  const count = wordsOf(names).length
  const { mutate, error, isPending } = useMutation({
    mutationFn: confirmNames,
    onSuccess: () => sendToConsole({ say: 'confirmed' }),
  })
  const submit = (ownTable = names.ownTable) => mutate({ ...proposal, names: { ...names, ownTable } })
  const leavesNothing = count === 0 && names.ownTable === undefined

  return (
    <div className="t-stack">
      {count === 0 ? <p role="status">{t('names.none')}</p> : <p>{t('names.ask', { count })}</p>}
      <ErrorNote error={error} />
      {waitsForNames && <p id={waitsId}>{t('names.waits')}</p>}
      <div>
        {leavesNothing ? (
          <Button type="primary" loading={isPending} onClick={() => submit()}>
            {t('names.confirm')}
          </Button>
        ) : (
          <ConfirmButton
            type={waitsForNames ? 'default' : 'primary'}
            label={t('names.read')}
            loading={isPending}
            disabled={waitsForNames}
            aria-describedby={waitsForNames ? waitsId : undefined}
            question={{ about: 'names', names, contentType }}
            onYes={({ ownTable }) => submit(ownTable)}
          />
        )}
      </div>
    </div>
  )
}
