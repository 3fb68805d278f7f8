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

// Tessera added the calls in this file to the API. The party's edge serves them, because it stores the models.
export const ListLocalResults = endpoint({
  method: 'GET',
  path: '/kept-results',
  server: 'edge',
  input: z.object({ taskId: z.string().optional() }),
  output: z.array(WireLocalResult),
  summary: "Lists the results of the party's single-party runs at its edge, newest first.",
})
export const ShareLocalResult = endpoint({
  method: 'POST',
  path: '/kept-results/:runId/share',
  server: 'edge',
  input: byRun,
  output: WireLocalResult,
  summary: "Sends the model of a single-party run to the platform, as one of the party's models.",
})
export const DeleteLocalResult = endpoint({
  method: 'DELETE',
  path: '/kept-results/:runId',
  server: 'edge',
  input: byRun,
  output: WireLocalResult,
  summary: 'Deletes the result of a single-party run at the edge.',
  description: 'A shared model stays on the platform.',
})
