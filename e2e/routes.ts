import * as wire from '@tessera/contract/wire'
import { ROUTES } from '../apps/web/src/lib/paths.ts'
import { TASK } from '../tools/demo-names.ts'
import { PARTIES } from '../tools/places.ts'
import { member } from './world.ts'

/** Routes without an id that a member of a party can open. */
export const PAGES = [
  '/',
  '/mytask',
  '/mydata',
  '/mymodal',
  '/tickets',
  '/task',
  '/data',
  '/modal',
  '/algorithm',
  '/algorithm/algorithmDetail?id=logistic-regression',
  '/environment',
  '/environment/guide',
  '/journal',
  '/landing',
  '/openapi',
  '/screen',
  '/info',
  '/index',
  '/bind?second=1',
]

/** Routes of the console that need no log-in. */
export const OPEN = [ROUTES.login, ROUTES.register, ROUTES.forgotPassword, ROUTES.terms, ROUTES.privacy]

/** Routes that are only steps of a flow, tabs of a page, or reachable only by their address. */
export const BESIDE = [
  ROUTES.notices,
  ROUTES.registerSuccess,
  ROUTES.bindSuccess,
  ROUTES.bindJoin,
  ROUTES.notFound,
  ...['profile', 'members', 'requests', 'departments', 'edge'].map((tab) => `${ROUTES.party}?tab=${tab}`),
]

/** Returns the routes of single items, one of each kind, for Alice. */
export async function pagesOfThings(): Promise<string[]> {
  const alice = await member(PARTIES[0])
  const [tasks, datasets, foreign, models, inferences] = await Promise.all([
    alice.call(wire.ListMyTasks, { pageNo: 1, type: 'TRAIN', name: TASK }),
    alice.call(wire.ListMyDatasets, {}),
    alice.call(wire.ListPoolDatasets, {}),
    alice.call(wire.ListMyModels, {}),
    alice.call(wire.ListMyTasksAtEdge, { pageNo: 1 }),
  ])
  const bobs = foreign.records.find(({ partyId }) => partyId === PARTIES[1].id)
  const finished = tasks.records.find(({ name }) => name === TASK)
  return [
    `/mytask/mytaskDetail?id=${finished?.id}`,
    `/mytask/runs?id=${finished?.id}`,
    `${ROUTES.runLog}?id=${finished?.id}`,
    `/data-detail?id=${datasets.records[0]?.id}&partyId=${PARTIES[0].id}`,
    `/data-detail?id=${bobs?.id}&partyId=${PARTIES[1].id}`,
    `/modal/modalDetail?id=${models.records[0]?.id}`,
    `/tuili?id=${inferences.records[0]?.id}&modalId=${inferences.records[0]?.modelId}`,
  ]
}
