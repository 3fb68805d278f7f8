import { GetAbout, GetStatistics, GetWaiting, ListVersions } from '@tessera/contract/wire'
import { VERSION } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { serve } from '../../lib/http.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { countDatasets } from '../dataset/index.ts'
import { artifact } from '../model/index.ts'
import { countParties } from '../party/index.ts'
import { countTasks } from '../task/index.ts'
import { readWaiting } from './read-waiting.ts'
import { readVersions } from './versions.ts'

export function homeRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  const { db, algorithms, settings } = deps
  const versions = readVersions()
  serve(app, GetAbout, () => ({
    version: VERSION,
    hasMarket: settings.MARKET_URL !== undefined,
    httpsUrl: settings.PUBLIC_URL.startsWith('https:') ? settings.PUBLIC_URL : null,
  }))
  serve(app, GetStatistics, async () => ({
    parties: await countParties(db),
    tasks: await countTasks(db),
    datasets: await countDatasets(db),
    algorithms: algorithms.list().length,
    models: await countModels(db),
  }))
  serve(app, GetWaiting, (_nothing, actor) => readWaiting(deps, actor))
  serve(app, ListVersions, (_nothing, _actor, { language }) =>
    versions.map(({ version, date, notes }) => ({ version, date, notes: notes.map((note) => note[language]) })),
  )
}

/** Counts trained models. Publishing or copying a model does not create another trained model. */
const countModels = (db: Db): Promise<number> => db.$count(artifact)
