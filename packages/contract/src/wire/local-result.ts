import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LocalResult } from '../local-result.ts'
import { renamed, WireTime } from './codec.ts'

const WireLocalResult = renamed({
  ...LocalResult.shape,
  time: WireTime,
  sharedTime: WireTime.nullable(),
  deletedTime: WireTime.nullable(),
})
const byRun = z.object({ runId: z.string() })

// All of these calls are our additions, and all are at the party's edge, where the models are.
export const ListLocalResults = endpoint({
  method: 'GET',
  path: '/kept-results',
  server: 'edge',
  input: z.object({ taskId: z.string().optional() }),
  output: z.array(WireLocalResult),
  summary: "Results of the party's single-party runs at its edge, newest first.",
})
export const ShareLocalResult = endpoint({
  method: 'POST',
  path: '/kept-results/:runId/share',
  server: 'edge',
  input: byRun,
  output: WireLocalResult,
  summary: "Sends the model of such a run with its card to the platform, where it is one of the party's models.",
})
export const DeleteLocalResult = endpoint({
  method: 'DELETE',
  path: '/kept-results/:runId',
  server: 'edge',
  input: byRun,
  output: WireLocalResult,
  summary: 'Deletes what such a run left at the edge; what was shared stays on the platform.',
})
