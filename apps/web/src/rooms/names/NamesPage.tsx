import { useQuery } from '@tanstack/react-query'
import { type ContentType, type NamesProposal, wordsOf } from '@tessera/contract'
import { Button, Skeleton } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ConfirmButton } from '../confirm/ConfirmButton.tsx'
import { isFramed, tellConsole } from '../console-line.ts'
import { heldQuery } from '../dataset/queries.ts'
import { RoomGate } from '../RoomGate.tsx'
import { TokenOver } from '../TokenOver.tsx'
import { confirmNames, proposedNamesQuery } from './api.ts'
import { namesPhrases } from './phrases.ts'

/** The words of the party's rows that a task's plan will name: read here, and sent by this edge when a member says so. */
export function NamesPage({ taskId }: { taskId: string | null }) {
  const t = usePhrases(namesPhrases)
  if (taskId === null || !isFramed()) {
    return (
      <>
        <h1>{t('names.heading')}</h1>
        <TokenOver wasIn={false} path="/mytask" nobody={t('names.nobody')} />
      </>
    )
  }
  return (
    <div className="own-choice">
      <RoomGate>
        <Proposed taskId={taskId} />
      </RoomGate>
    </div>
  )
}

function Proposed({ taskId }: { taskId: string }) {
  const proposed = useQuery(proposedNamesQuery(taskId))
  const proposal = proposed.data
  const dataset = useQuery({ ...heldQuery(proposal?.datasetId ?? ''), enabled: proposal !== undefined })
  const failed = [proposed, dataset].find(({ isError }) => isError)
  if (failed) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
  if (!proposal || !dataset.data) return <Skeleton active />
  return <NamesForm key={proposal.datasetId} proposal={proposal} contentType={dataset.data.contentType} />
}

/** Nothing is sent without a press, not even that no word is: the platform can have this page opened. */
function NamesForm({ proposal, contentType }: { proposal: NamesProposal; contentType: ContentType }) {
  const t = usePhrases(namesPhrases)
  const { names } = proposal
  const count = wordsOf(names).length
  const { mutate, error, isPending } = useMutation({
    mutationFn: confirmNames,
    onSuccess: () => tellConsole({ say: 'confirmed' }),
  })
  const submit = (ownTable = names.ownTable) => mutate({ ...proposal, names: { ...names, ownTable } })
  const leavesNothing = count === 0 && names.ownTable === undefined

  return (
    <div className="t-stack">
      {count === 0 ? <p role="status">{t('names.none')}</p> : <p>{t('names.ask', { count })}</p>}
      <ErrorNote error={error} />
      <div>
        {leavesNothing ? (
          <Button type="primary" loading={isPending} onClick={() => submit()}>
            {t('names.confirm')}
          </Button>
        ) : (
          <ConfirmButton
            type="primary"
            label={t('names.read')}
            loading={isPending}
            question={{ about: 'names', names, contentType }}
            onYes={({ ownTable }) => submit(ownTable)}
          />
        )}
      </div>
    </div>
  )
}
