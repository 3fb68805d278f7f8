import { GetScreen } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../lib/http.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { readScreen } from './read-screen.ts'

export function screenRoute(app: FastifyInstance, deps: AlgorithmDeps) {
  serve(app, GetScreen, ({ utcOffset = 0 }, actor) => readScreen(deps, actor, utcOffset))
}
