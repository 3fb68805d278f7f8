import { Search } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../lib/http.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { search } from './search.ts'

export function searchRoute(app: FastifyInstance, deps: AlgorithmDeps) {
  serve(app, Search, ({ text }, actor) => search(deps, text, actor))
}
