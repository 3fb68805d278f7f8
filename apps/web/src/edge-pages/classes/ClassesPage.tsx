import { useQuery } from '@tanstack/react-query'
import type { HeldDataset } from '@tessera/contract'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { isFramed, sendToConsole } from '../console-line.ts'
import { heldQuery } from '../dataset/queries.ts'
import { PageGate } from '../PageGate.tsx'
import { TokenExpired } from '../TokenExpired.tsx'
import { useConsoleAnswer } from '../use-console-answer.ts'
import { classesQuery, nameClasses, offerClasses } from './api.ts'
import { ClassesForm, type Saved } from './ClassesForm.tsx'
import { type Asked, isClassLabel } from './classes.ts'
import { classesPhrases } from './phrases.ts'

/** Selects the classes of the label that take part, and whether their names are disclosed. The edge does both. */
export function ClassesPage({ taskId }: { taskId: string | null }) {
  const t = usePhrases(classesPhrases)
  const request = useConsoleAnswer('classes')
  if (taskId === null || !isFramed()) {
    return (
      <>
        <h1>{t('classes.heading')}</h1>
        <TokenExpired wasIn={false} path="/mytask" nobody={t('classes.nobody')} />
      </>
    )
  }
  return (
    <div className="own-choice">
      <PageGate>{request ? <Offered taskId={taskId} request={request} /> : <Skeleton active />}</PageGate>
    </div>
  )
}

interface Props {
  taskId: string
  request: Asked
}

function Offered({ taskId, request }: Props) {
  const { id = '' } = useQueryParams()
  /**
   * The id of the dataset that contains only the selected classes. Stored in case the next step fails and is retried.
   */
  const [narrowedId, setNarrowedId] = useState<string | null>(null)
  const dataset = useQuery(heldQuery(narrowedId ?? id))
  const { label } = request
  const isThere = dataset.data?.columns.includes(label) ?? false
  const classes = useQuery({ ...classesQuery(dataset.data?.tableName ?? '', label), enabled: isThere })
  const save = useSaveClasses({ taskId, label, narrowedId, onNarrowed: setNarrowedId })
  const t = usePhrases(classesPhrases)
  const failed = [dataset, classes].find(({ isError }) => isError)
  if (failed) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
  if (!dataset.data || (isThere && !classes.data)) return <Skeleton active />
  if (!classes.data || !isClassLabel(dataset.data.columnTypes[label], classes.data)) {
    return <p role="status">{t('classes.none', { label })}</p>
  }
  return (
    <ClassesForm
      key={dataset.data.id}
      request={request}
      dataset={dataset.data}
      classes={classes.data}
      saving={save.isPending ? save.variables : null}
      error={save.error}
      onSave={(saved) => save.mutate({ ...saved, dataset: dataset.data })}
    />
  )
}

interface Saving {
  taskId: string
  label: string
  narrowedId: string | null
  onNarrowed: (datasetId: string) => void
}

/**
 * Saves the selected classes. The console learns only that the step is complete and, if the dataset has changed, its
 * new id. It receives no names or counts.
 */
function useSaveClasses({ taskId, label, narrowedId, onNarrowed }: Saving) {
  return useMutation({
    mutationFn: async ({ dataset, classes, isChanged, named }: Saved & { dataset: HeldDataset }) => {
      const offeredId = isChanged ? (await offerClasses({ taskId, dataset, label, classes })).datasetId : narrowedId
      if (isChanged && offeredId !== null) onNarrowed(offeredId)
      if (named.length > 0) await nameClasses({ taskId, datasetId: offeredId ?? dataset.id, label, classes: named })
      return offeredId
    },
    onSuccess: (datasetId, { named }) => sendToConsole({ say: 'classes', datasetId, isNamed: named.length > 0 }),
  })
}
