import { useQuery } from '@tanstack/react-query'
import type { ComparableRun, Task } from '@tessera/contract'
import { Button } from 'antd'
import { useSettingWords } from '../../features/algorithm/use-setting-words.ts'
import { comparableRunsQuery } from '../../features/run/api.ts'
import { chosenOf, numbered, toggled } from '../../features/run/compare/numbered-runs.ts'
import { OtherRows } from '../../features/run/compare/OtherRows.tsx'
import { comparePhrases } from '../../features/run/compare/phrases.ts'
import { RunChooser } from '../../features/run/compare/RunChooser.tsx'
import { RunCurves } from '../../features/run/compare/RunCurves.tsx'
import { RunScores } from '../../features/run/compare/RunScores.tsx'
import { RunSettings } from '../../features/run/compare/RunSettings.tsx'
import { taskQuery } from '../../features/task/api.ts'
import { taskPhrases } from '../../features/task/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { CardSkeleton, EmptyState, ErrorNote, PageHeader } from '../../ui/index.ts'

/** Compares the runs of a task and of similar tasks. */
export function RunsPage() {
  const t = usePhrases(comparePhrases)
  const say = usePhrases(taskPhrases)
  const { id = '' } = useQueryParams()
  const task = useQuery(taskQuery(id))
  const storedRuns = useQuery(comparableRunsQuery(id))
  return (
    <>
      <PageHeader
        title={t('page.title')}
        description={t('page.description')}
        breadcrumb={[
          { title: say('mine.title'), to: paths.myTasks() },
          { title: task.data?.name ?? say('detail.fallback'), to: paths.task(id) },
        ]}
      />
      <ErrorNote error={storedRuns.error} onRetry={() => void storedRuns.refetch()} />
      {storedRuns.data ? (
        <Runs taskId={id} storedRuns={storedRuns.data} contentType={task.data?.contentType ?? null} />
      ) : (
        !storedRuns.error && <CardSkeleton height={320} />
      )}
    </>
  )
}

interface RunsProps extends Pick<Task, 'contentType'> {
  taskId: string
  storedRuns: ComparableRun[]
}

function Runs({ taskId, storedRuns, contentType }: RunsProps) {
  const t = usePhrases(comparePhrases)
  const go = useGo()
  const [{ runs: named }, setUrl] = useUrlState({ runs: '' })
  const runs = numbered(storedRuns)
  const chosen = chosenOf(runs, named)
  const words = useSettingWords(chosen.map(({ algorithmId }) => algorithmId))
  if (runs.length === 0) return <EmptyState title={t('none.title')} reason={t('none.reason')} />
  return (
    <>
      <RunChooser
        runs={runs}
        chosen={chosen}
        onToggle={(runId) => setUrl({ runs: toggled(chosen, runId) || 'none' }, { replace: true })}
      />
      {runs.length === 1 ? (
        <EmptyState
          title={t('single.title')}
          reason={t('single.reason')}
          action={<Button onClick={() => go(paths.task(taskId))}>{t('single.action')}</Button>}
        />
      ) : chosen.length < 2 ? (
        <p className="t-soft">{t('few')}</p>
      ) : (
        <>
          <OtherRows runs={chosen} contentType={contentType} />
          <RunCurves runs={chosen} contentType={contentType} />
          <RunSettings runs={chosen} words={words} />
          <RunScores runs={chosen} contentType={contentType} />
        </>
      )}
    </>
  )
}
