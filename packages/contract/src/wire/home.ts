import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { renamed } from './codec.ts'

export const GetStatistics = endpoint({
  method: 'GET',
  path: '/federalml/bigScreen/num',
  access: 'user',
  output: renamed(
    { parties: z.number(), tasks: z.number(), datasets: z.number(), algorithms: z.number(), models: z.number() },
    { parties: 'partyNum', tasks: 'jobNum', datasets: 'metaNum', algorithms: 'algorithmNum', models: 'modelNum' },
  ),
  summary: 'How many parties, tasks, datasets, algorithms and models there are.',
})
export const ListVersions = endpoint({
  method: 'GET',
  path: '/federalml/flConf/version/list',
  access: 'user',
  output: z.array(z.object({ version: z.string(), date: z.string(), notes: z.array(z.string()) })),
  summary: 'The update journal, newest first.',
})
