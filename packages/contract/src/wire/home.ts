import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { WaitingItem } from '../waiting.ts'
import { renamed, WireTime } from './codec.ts'

export const GetStatistics = endpoint({
  method: 'GET',
  path: '/federalml/bigScreen/num',
  access: 'user',
  output: renamed(
    { parties: z.number(), tasks: z.number(), datasets: z.number(), algorithms: z.number(), models: z.number() },
    { parties: 'partyNum', tasks: 'jobNum', datasets: 'metaNum', algorithms: 'algorithmNum', models: 'modelNum' },
  ),
  summary: 'Returns the numbers of parties, tasks, datasets, algorithms and models.',
})
export const ListVersions = endpoint({
  method: 'GET',
  path: '/federalml/flConf/version/list',
  access: 'user',
  output: z.array(z.object({ version: z.string(), date: z.string(), notes: z.array(z.string()) })),
  summary: 'Lists the changelog, newest version first.',
})
export const GetWaiting = endpoint({
  method: 'GET',
  path: '/platform/flJobRecruit/waiting',
  output: z.object({
    items: z.array(renamed({ ...WaitingItem.shape, since: WireTime.nullable() })),
    /** Number of waiting items, including those that are not listed. */
    total: z.number().int(),
  }),
  summary: "Lists what waits for the caller in the party and in the party's tasks, most urgent first.",
})
/** Returns what the console needs before a user logs in. */
export const GetAbout = endpoint({
  method: 'GET',
  path: '/sys/about',
  access: 'open',
  output: z.object({
    version: z.string(),
    /** Whether a smart market is configured. */
    hasMarket: z.boolean(),
    /** The https address of this platform; null if it has none. */
    httpsUrl: z.string().nullable(),
  }),
  summary: 'Returns the version and the optional features of this installation.',
})
