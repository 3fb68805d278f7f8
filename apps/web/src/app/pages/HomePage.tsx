import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { TaskCard as Card, Task } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { AlgorithmCard } from '../../features/algorithm/AlgorithmCard.tsx'
import { algorithmsQuery } from '../../features/algorithm/api.ts'
import { DATASETS_PER_PAGE } from '../../features/dataset/api.ts'
import { DatasetCard } from '../../features/dataset/DatasetCard.tsx'
import {
  FirstSteps,
  Greeting,
  HomeSection,
  homePhrases,
  hotTasksQuery,
  QuickTools,
  Statistics,
  useLiveNews,
  WAITING,
  Waiting,
} from '../../features/home/index.ts'
import { BindPrompt, InvitePopover } from '../../features/party/index.ts'
import { HomePicture } from '../../features/screen/index.ts'
import { myTasksQuery, RECENT_UPDATES } from '../../features/task/api.ts'
import { CreateTaskDialog } from '../../features/task/create/CreateTaskDialog.tsx'
import { RecentUpdates } from '../../features/task/lists/RecentUpdates.tsx'
import { TaskCard } from '../../features/task/lists/TaskCard.tsx'
import { myDatasetsQuery } from '../../lib/dataset-queries.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { AppLink } from '../../ui/index.ts'

const TASKS_SHOWN = 3
const DATASETS_SHOWN = 4
const ALGORITHMS_SHOWN = 4
const NEWS = [WAITING, RECENT_UPDATES]

export function HomePage() {
  const { party } = useSession()
  return (
    <div className="t-home">
      <div>
        <Greeting />
        {party ? <QuickTools /> : <BindPrompt />}
      </div>
      {party && <News />}
      <Statistics />
      <HomePicture />
      <FirstSteps invite={<InvitePopover isNamed />}>
        {party && <MyTasks />}
        {party && <MyData />}
        <HotTasks />
        <Algorithms />
      </FirstSteps>
    </div>
  )
}

function News() {
  useLiveNews(NEWS)
  return (
    <div className="t-home-news">
      <Waiting />
      <RecentUpdates />
    </div>
  )
}

function MyTasks() {
  const t = usePhrases(homePhrases)
  const go = useGo()
  const [isCreating, setCreating] = useState(false)
  const query = useQuery({
    ...myTasksQuery({ pageNo: 1, type: 'TRAIN' }),
    select: ({ records }) => records.slice(0, TASKS_SHOWN),
  })
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {t('createTask')}
    </Button>
  )
  return (
    <>
      <HomeSection
        title={t('myTasks')}
        allPath={paths.myTasks({ type: 'TRAIN' })}
        perRow={3}
        query={query}
        card={(card) => <TaskCard key={card.id} card={card} />}
        empty={{ title: t('noTasks'), reason: t('noTasksReason') }}
        action={create}
      />
      <CreateTaskDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(taskId) => go(paths.task(taskId, { role: 'guest', type: 'creat' }))}
      />
    </>
  )
}

function MyData() {
  const t = usePhrases(homePhrases)
  const query = useQuery({
    ...myDatasetsQuery(1, DATASETS_PER_PAGE, { name: '' }),
    select: ({ records }) => records.slice(0, DATASETS_SHOWN),
  })
  return (
    <HomeSection
      title={t('myData')}
      allPath={paths.myData()}
      perRow={4}
      query={query}
      card={(dataset) => <DatasetCard key={dataset.id} dataset={dataset} from="Home" />}
      empty={{
        title: t('noData'),
        reason: t('noDataReason'),
        action: <AppLink to={paths.myData()}>{t('upload')}</AppLink>,
      }}
    />
  )
}

function HotTasks() {
  const t = usePhrases(homePhrases)
  const query = useQuery({ ...hotTasksQuery(), select: (hot) => hot.map(({ task }) => cardOf(task)) })
  return (
    <HomeSection
      title={t('hotTasks')}
      allPath={paths.taskPool()}
      perRow={3}
      query={query}
      card={(card) => <TaskCard key={card.id} card={card} />}
      empty={{ title: t('noHotTasks'), reason: t('noHotTasksReason') }}
    />
  )
}

function Algorithms() {
  const t = usePhrases(homePhrases)
  const query = useQuery({
    ...algorithmsQuery({ page: 1, name: '' }),
    select: ({ records }) => records.slice(0, ALGORITHMS_SHOWN),
  })
  return (
    <HomeSection
      title={t('algorithmList')}
      allPath={paths.algorithms()}
      perRow={4}
      query={query}
      card={(algorithm) => <AlgorithmCard key={algorithm.id} algorithm={algorithm} />}
      empty={{ title: t('noAlgorithms') }}
    />
  )
}

const cardOf = (task: Task): Card => ({ ...task, type: 'train', modelId: null })
