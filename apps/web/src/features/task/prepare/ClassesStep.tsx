import { useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App, Skeleton } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { classesRoom } from '../../../lib/room-line.ts'
import { useSession } from '../../../lib/session.ts'
import type { RoomListener } from '../../../lib/use-room.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { RoomFrame } from '../../../ui/RoomFrame.tsx'
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

/** Which classes of the label take part, and whether their names are told: chosen on a page of the party's edge, of which this one hears that it is done. */
export function ClassesStep({ task, mine, onDone }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const [theme] = useThemeMode()
  const { label, named, own, initiator } = useClasses(task, mine)
  // Rows that are narrowed there are others, and the page has more to do with them.
  const [datasetId] = useState(mine.datasetId)
  const save = useSaved(task, mine, onDone)
  if (named.isError) return <ErrorNote error={named.error} onRetry={() => void named.refetch()} />
  if (!named.data) return <Skeleton active />
  if (!party?.edgeUrl || datasetId === null) return null
  const isInitiator = mine.role === 'initiator'
  const hear: RoomListener = (message, answer) => {
    if (message.say === 'which') {
      answer({
        ...{ say: 'classes', label, isInitiator, named: { own, initiator } },
        canName: task.researchType === 'federated' && (isInitiator || initiator.length > 0),
        isSigned: mine.grant === 'signed',
        rows: rowsOver(task),
      })
    }
    if (message.say === 'classes') save.mutate(message)
  }
  return (
    <>
      <RoomFrame
        title={t('classes.room')}
        address={classesRoom(party.edgeUrl, datasetId, { theme, task: task.id })}
        party={party}
        onSay={hear}
      />
      <ErrorNote error={save.error} />
    </>
  )
}

/** Over all parties. */
const rowsOver = ({ classRows }: TaskDetail) =>
  classRows?.classes.map((one) => ({ name: one.name, rows: one.rows, thin: thinnessOf(one, classRows) })) ?? []

interface Chosen {
  /** Of the rows, where they were set aside anew. */
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
