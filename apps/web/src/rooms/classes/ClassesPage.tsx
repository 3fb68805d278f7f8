import { useQuery } from '@tanstack/react-query'
import type { HeldDataset } from '@tessera/contract'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { isFramed, tellConsole } from '../console-line.ts'
import { heldQuery } from '../dataset/queries.ts'
import { RoomGate } from '../RoomGate.tsx'
import { TokenOver } from '../TokenOver.tsx'
import { useAsked } from '../use-asked.ts'
import { classesQuery, nameClasses, offerClasses } from './api.ts'
import { ClassesForm, type Saved } from './ClassesForm.tsx'
import { type Asked, isClassLabel } from './classes.ts'
import { classesPhrases } from './phrases.ts'

/** Which classes of the label take part, and whether their names are told: chosen here, and both done by this edge. */
export function ClassesPage({ taskId }: { taskId: string | null }) {
  const t = usePhrases(classesPhrases)
  const asked = useAsked('classes')
  if (taskId === null || !isFramed()) {
    return (
      <>
        <h1>{t('classes.heading')}</h1>
        <TokenOver wasIn={false} path="/mytask" nobody={t('classes.nobody')} />
      </>
    )
  }
  return (
    <div className="own-choice">
      <RoomGate>{asked ? <Offered taskId={taskId} asked={asked} /> : <Skeleton active />}</RoomGate>
    </div>
  )
}

interface Props {
  taskId: string
  asked: Asked
}

function Offered({ taskId, asked }: Props) {
  const { id = '' } = useQueryParams()
  /** Rows that this page has set aside anew; what was to follow may have failed. */
  const [asideId, setAside] = useState<string | null>(null)
  const dataset = useQuery(heldQuery(asideId ?? id))
  const { label } = asked
  const isThere = dataset.data?.columns.includes(label) ?? false
  const classes = useQuery({ ...classesQuery(dataset.data?.tableName ?? '', label), enabled: isThere })
  const save = useSaveClasses({ taskId, label, asideId, onAside: setAside })
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
      asked={asked}
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
  asideId: string | null
  onAside: (datasetId: string) => void
}

/** The console hears that it is done, and under which id the rows lie, where these are others: no name and no count. */
function useSaveClasses({ taskId, label, asideId, onAside }: Saving) {
  return useMutation({
    mutationFn: async ({ dataset, classes, isChanged, named }: Saved & { dataset: HeldDataset }) => {
      const aside = isChanged ? (await offerClasses({ taskId, dataset, label, classes })).datasetId : asideId
      if (isChanged && aside !== null) onAside(aside)
      if (named.length > 0) await nameClasses({ taskId, datasetId: aside ?? dataset.id, label, classes: named })
      return aside
    },
    onSuccess: (datasetId, { named }) => tellConsole({ say: 'classes', datasetId, isNamed: named.length > 0 }),
  })
}
