import { fail, LINK_PATHS } from '@tessera/contract'
import {
  CallService,
  GetAlgorithm,
  GetAlgorithmUse,
  ListAlgorithmActivity,
  ListAlgorithms,
  ListAlgorithmsFor,
  pageRequest,
  toPage,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../lib/deps.ts'
import { serve } from '../../lib/http.ts'
import { authenticateEdge } from '../environment/index.ts'
import { countUses, listActivityOf, readUse } from './activity.ts'
import type { AlgorithmLibrary } from './library.ts'
import { matchesName, presentAlgorithm, runsAs } from './present.ts'
import { presentTranslate, TRANSLATE, translate } from './translate.ts'

/** Dependencies of the features that use algorithms. */
export type AlgorithmDeps = Deps & { algorithms: AlgorithmLibrary }

export function algorithmRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  const { db, algorithms, settings, clock } = deps
  const services = settings.TRANSLATE_URL ? [presentTranslate(clock.now())] : []

  serve(app, ListAlgorithms, async ({ name, kind, ...input }, actor) => {
    const uses = await countUses(db, 'algorithm')
    const trained = algorithms
      .list()
      .filter((algorithm) => !kind || runsAs(algorithm, kind))
      .map((algorithm) => presentAlgorithm(algorithm, uses.get(algorithm.manifest.id) ?? 0, actor.language, kind))
    const offered = [...trained, ...(kind && kind !== 'service' ? [] : services)]
    const found = offered.filter((algorithm) => matchesName(algorithm, name))
    const page = pageRequest(input)
    return toPage(found.slice(page.offset, page.offset + page.size), found.length, page)
  })

  serve(app, CallService, async (input, actor) => ({ translations: [[await translate(deps, input, actor)]] }))

  serve(app, GetAlgorithm, async ({ algorithmId, kind }, actor) => {
    if (algorithmId === TRANSLATE) {
      return services[0] ?? fail('service.not-configured')
    }
    const algorithm = algorithms.get(algorithmId)
    if (kind && !runsAs(algorithm, kind)) fail('algorithm.not-found')
    const uses = await countUses(db, 'algorithm')
    return presentAlgorithm(algorithm, uses.get(algorithmId) ?? 0, actor.language, kind)
  })

  serve(app, ListAlgorithmsFor, async ({ labelKind }, actor) => {
    const wanted = new Set(labelKind.split(',').map((kind) => kind.trim()))
    const uses = await countUses(db, 'algorithm')
    return algorithms
      .list()
      .filter(({ manifest }) => manifest.labelKinds.some((kind) => wanted.has(kind)))
      .map((algorithm) => presentAlgorithm(algorithm, uses.get(algorithm.manifest.id) ?? 0, actor.language))
  })

  serve(app, ListAlgorithmActivity, async ({ id, ...input }, actor) => {
    const page = pageRequest(input)
    const { records, total } = await listActivityOf(db, 'algorithm', [id], page, actor.language)
    return toPage(records, total, page)
  })
  serve(app, GetAlgorithmUse, async ({ algorithmId }, actor) => {
    algorithms.get(algorithmId)
    const { useCount, partyCount, users } = await readUse(db, 'algorithm', algorithmId, actor.userId)
    if (useCount === 0) return {}
    return { useCount, partyCount, users: users.map(({ name }) => ({ name, avatar: null })) }
  })
}

/** Serves the code to edges, which hash it themselves. Any edge may read any algorithm, because the code is public. */
export function algorithmEdgeRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  app.get<{ Params: { algorithmId: string } }>(LINK_PATHS.code, async (request, reply) => {
    await authenticateEdge(deps, request)
    const { fab } = deps.algorithms.get(request.params.algorithmId)
    return reply.type('application/octet-stream').send(Buffer.from(fab))
  })
}
