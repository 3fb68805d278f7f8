import { useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App, Skeleton } from 'antd'
import { useState } from 'react'
import { classesPage } from '../../../lib/frame-channel.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useSession } from '../../../lib/session.ts'
import type { FrameListener } from '../../../lib/use-edge-frame.ts'
import { EdgeFrame } from '../../../ui/EdgeFrame.tsx'
import { ErrorNote } from '../../../ui/index.ts'
import { useThemeMode } from '../../../ui/theme-mode.ts'
import { taskPhrases } from '../phrases.ts'
import { thinnessOf } from '../thin-classes.ts'
import { offerSetAside } from './offer.ts'
import { savingStep } from './prepare-steps.ts'
import { useClasses } from './use-classes.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  onDone: () => void
}

/**
 * Shows the edge page that selects which classes of the label take part and whether their names are disclosed. The
 * console receives only that the step is complete.
 */
export function ClassesStep({ task, mine, onDone }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const [theme] = useThemeMode()
  const { label, named, own, initiator } = useClasses(task, mine)
  // The dataset at the time when the step was opened. If rows are left out, another dataset is created, and the frame
  // must not reload because of that.
  const [datasetId] = useState(mine.datasetId)
  const save = useSaved(task, mine, onDone)
  if (named.isError) return <ErrorNote error={named.error} onRetry={() => void named.refetch()} />
  if (!named.data) return <Skeleton active />
  if (!party?.edgeUrl || datasetId === null) return null
  const isInitiator = mine.role === 'initiator'
  const onMessage: FrameListener = (message, answer) => {
    if (message.say === 'which') {
      answer({
        say: 'classes',
        label,
        isInitiator,
        named: { own, initiator },
        canName: task.researchType === 'federated' && (isInitiator || initiator.length > 0),
        isSigned: mine.grant === 'signed',
        rows: rowsOver(task),
      })
    }
    if (message.say === 'classes') save.mutate(message)
  }
  return (
    <>
      <EdgeFrame
        title={t('classes.frame')}
        address={classesPage(party.edgeUrl, datasetId, { theme, task: task.id })}
        party={party}
        onSay={onMessage}
      />
      <ErrorNote error={save.error} />
    </>
  )
}

/** Returns the number of rows of each class over all parties. */
const rowsOver = ({ classRows }: TaskDetail) =>
  classRows?.classes.map((one) => ({ name: one.name, rows: one.rows, thin: thinnessOf(one, classRows) })) ?? []

interface Chosen {
  /** The id of the new dataset, if the user left out rows. */
  datasetId: string | null
  isNamed: boolean
}

function useSaved(task: TaskDetail, mine: Registration, onDone: () => void) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: async ({ datasetId }: Chosen) => {
      if (datasetId !== null) await offerSetAside(mine.id, datasetId)
    },
    onSuccess: (_nothing, { isNamed }) => {
      message.success(t(isNamed ? 'classes.named' : 'classes.saved'))
    },
    onSettled: async (_nothing, error) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['task', task.id] }),
        client.invalidateQueries({ queryKey: ['grant'] }),
      ])
      if (!error) onDone()
    },
  })
}
