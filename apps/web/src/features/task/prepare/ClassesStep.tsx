import { useQueryClient } from '@tanstack/react-query'
import {
  classNameOf,
  type Dataset,
  FEWEST_ROWS_NAMED,
  FEWEST_ROWS_OF_CLASS,
  type Registration,
  type SelectedFeature,
  type TaskDetail,
} from '@tessera/contract'
import { App, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useSession } from '../../../lib/session.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { nameClasses } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { thinnessOf } from '../thin-classes.ts'
import { CheckList } from './CheckList.tsx'
import { ClassesNote } from './ClassesNote.tsx'
import { hasManyClasses, type LabelClass, namedFor, startingClasses } from './classes.ts'
import { offerClasses } from './offer.ts'
import { savingStep } from './prepare-steps.ts'
import { useClasses } from './use-classes.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  onDone: () => void
}

/** Which classes of the label take part, and whether their names are told so that codes can be agreed. */
export function ClassesStep(props: Props) {
  const { label, offered, classes, named } = useClasses(props.task, props.mine)
  const failed = [offered, classes, named].find(({ isError }) => isError)
  if (failed) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
  if (!offered.data || !classes.data || !named.data) return <Skeleton active />
  return (
    <ClassesForm
      key={offered.data.id}
      {...props}
      label={label}
      dataset={offered.data}
      classes={classes.data}
      named={named.data}
    />
  )
}

interface FormProps extends Props {
  label: string
  dataset: Dataset
  classes: LabelClass[]
  named: SelectedFeature[]
}

function ClassesForm({ task, mine, label, dataset, classes, named, onDone }: FormProps) {
  const t = usePhrases(taskPhrases)
  const nameOf = useKindName()
  const byInitiator = namedFor(named, label, task.partyId)
  const byOwn = namedFor(named, label, mine.partyId)
  const [chosen, setChosen] = useState(() => startingClasses(classes, { own: byOwn, initiator: byInitiator }))
  const taking = classes.filter(({ name }) => chosen.has(name))
  // What fewer rows have may take part where another party names it; its word stays here.
  const nameable = taking.filter(({ count }) => count >= FEWEST_ROWS_NAMED)
  const isInitiator = mine.role === 'initiator'
  // Without some of its nodes, edges of a graph would lead nowhere.
  const canNarrow = dataset.contentType !== 'graph'
  const isChanged = canNarrow && classes.some(({ name, isLeftOut = false }) => chosen.has(name) === isLeftOut)
  const canName = task.researchType === 'federated' && (isInitiator || byInitiator.length > 0)
  const save = useSaveClasses({ task, mine, dataset, label, onDone })
  const submit = (isNaming: boolean) =>
    save.mutate({
      classes: taking.map(({ name }) => name),
      named: isNaming ? nameable.map(({ name }) => name) : [],
      isChanged,
      isAll: taking.length === classes.length,
    })

  return (
    <div className="t-stack">
      <CheckList
        legend={t('classes.legend', { label })}
        allText={t('classes.all')}
        chosenText={(count) => t('classes.chosen', { count })}
        searchText={t('classes.search')}
        items={classes.map(({ name, count, isLeftOut }) => {
          const isForeign = !isInitiator && byInitiator.length > 0 && !byInitiator.includes(classNameOf(name))
          const over = task.classRows?.classes.find((one) => one.name === classNameOf(name))
          const thin = over && task.classRows && thinnessOf(over, task.classRows)
          const notes = [
            t('classes.rows', { count }),
            over && over.rows > 0 && t('classes.over', { rows: over.rows }),
            thin && t(`classrows.thin.${thin}`, { few: FEWEST_ROWS_OF_CLASS }),
            isLeftOut && t('classes.leftOut'),
            count < FEWEST_ROWS_NAMED && t('classes.rare'),
            isForeign && t('classes.foreign', { party: task.partyName }),
          ]
          return { name, note: notes.filter(Boolean).join(' · ') }
        })}
        chosen={chosen}
        onChange={setChosen}
        disabled={!canNarrow}
      />
      {!canNarrow && <p className="t-soft">{t('classes.whole', { kind: nameOf(dataset.contentType) })}</p>}
      {canNarrow && taking.length > 0 && (
        <ClassesNote
          classes={classes}
          taking={taking}
          rowCount={dataset.rowCount}
          hasMany={hasManyClasses(dataset, label)}
          isChanged={isChanged}
          isSigned={mine.grant === 'signed'}
        />
      )}
      {taking.length === 0 && (
        <p role="alert" className="task-problem">
          {t('classes.needOne')}
        </p>
      )}
      <ErrorNote error={save.error} />
      {canName ? (
        <div className="t-row">
          <Button
            type="primary"
            disabled={nameable.length === 0}
            loading={save.isPending && save.variables.named.length > 0}
            onClick={() => submit(true)}
          >
            {t('classes.name')}
          </Button>
          <span className="t-soft task-beside">{t('classes.name.visible')}</span>
        </div>
      ) : (
        !isInitiator && <p className="t-soft">{t('classes.unnamed', { party: task.partyName })}</p>
      )}
      {canNarrow && byOwn.length === 0 && (isInitiator || !canName) && (
        <div className="t-row">
          <Button
            disabled={!isChanged || taking.length === 0}
            loading={save.isPending && save.variables.named.length === 0}
            onClick={() => submit(false)}
          >
            {t('classes.narrow')}
          </Button>
          <span className="t-soft task-beside">{t('classes.narrow.help')}</span>
        </div>
      )}
    </div>
  )
}

interface Saved {
  classes: string[]
  /** Others than those offered now. */
  isChanged: boolean
  isAll: boolean
  /** Whose names are told; none where rows are only left out. */
  named: string[]
}

function useSaveClasses({ task, mine, dataset, label, onDone }: Props & { dataset: Dataset; label: string }) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: async ({ classes, isChanged, named }: Saved) => {
      const ids = { taskId: task.id, registrationId: mine.id, partyNameEn: party?.nameEn ?? '' }
      if (isChanged) await offerClasses({ ...ids, dataset, label, classes })
      if (named.length === 0) return
      const { tableName } = dataset
      await nameClasses(named.map((feature) => ({ taskId: task.id, partyId: mine.partyId, tableName, label, feature })))
    },
    onSuccess: (_nothing, { named, isAll }) => {
      message.success(t(named.length > 0 ? 'classes.named' : isAll ? 'classes.saved.all' : 'classes.saved'))
    },
    onSettled: async (_nothing, error) => {
      // Rows may have been left out although the names did not arrive.
      await Promise.all([
        client.invalidateQueries({ queryKey: ['task', task.id] }),
        client.invalidateQueries({ queryKey: ['grant'] }),
      ])
      if (!error) onDone()
    },
  })
}
