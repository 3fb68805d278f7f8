import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Screen, ScreenParty, ScreenRun, ScreenWatch } from '../screen.ts'
import { ALGORITHM_NAME, WireTaskAlgorithm } from './algorithm.ts'
import { renamed, WireNumber, WirePartyId, WireTime } from './codec.ts'
import { WireTaskStatus } from './vocabulary.ts'

const WireTaskCounts = z.array(renamed({ status: WireTaskStatus, count: z.number() }, { count: 'num' }))
const WireScreenRun = renamed(
  {
    ...ScreenRun.shape,
    algorithm: WireTaskAlgorithm.nullable(),
    partyIds: z.array(WirePartyId),
    watch: renamed({
      ...ScreenWatch.shape,
      waitingFor: z.array(WirePartyId),
      work: z.array(renamed({ ...ScreenWatch.shape.work.element.shape, partyId: WirePartyId })),
      silent: z.array(renamed({ partyId: WirePartyId, since: WireTime })),
    }).nullable(),
  },
  { taskId: 'id', taskName: 'name' },
)

export const GetScreen = endpoint({
  method: 'GET',
  path: '/federalml/bigScreen/edgeScreenData',
  access: 'user',
  /** Offset of the reader's clock from UTC in minutes, which decides on which day a task was created. */
  input: z.object({ utcOffset: WireNumber.optional() }),
  output: renamed(
    {
      ...Screen.shape,
      parties: z.array(renamed({ ...ScreenParty.shape, id: WirePartyId }, { rowCount: 'rowsNum' })),
      runs: z.array(WireScreenRun),
      tasks: WireTaskCounts,
      days: z.array(renamed({ ...Screen.shape.days.element.shape, tasks: WireTaskCounts }, { tasks: 'jobNums' })),
      algorithms: z.array(renamed(Screen.shape.algorithms.element.shape, { ...ALGORITHM_NAME, useCount: 'num' })),
    },
    {
      parties: 'partyList',
      partyCount: 'partyNum',
      runs: 'jobList',
      runCount: 'runningNum',
      tasks: 'jobNumsByStatus',
      days: 'jobNumsByDay',
      algorithms: 'hotAlg',
    },
  ),
  summary: 'Returns an overview of the federation for a big screen.',
  description: 'Parties, active runs, tasks by day and status, and the most used algorithms.',
})
