import { fail } from '@tessera/contract'
import { AddSelectedFeatures, ListSelectedFeatures, SetFeatureCodes } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../lib/http.ts'
import type { AlgorithmDeps } from '../../algorithm/index.ts'
import { stateOf } from '../load.ts'
import { canSeeClasses } from '../policy.ts'
import { loadVisible } from '../routes.ts'
import { addSelectedFeatures, listSelectedFeatures, setFeatureCodes } from './selected-features.ts'

/** Serves the label's classes that the parties named, and the codes on which they agreed. */
export function selectedFeatureRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  serve(app, AddSelectedFeatures, async (items, actor) => {
    await addSelectedFeatures(deps, items, actor)
    return null
  })
  serve(app, SetFeatureCodes, async (items, actor) => {
    await setFeatureCodes(deps, items, actor)
    return null
  })
  serve(app, ListSelectedFeatures, async ({ taskId }, actor) => {
    const loaded = await loadVisible(deps, taskId, actor)
    if (!canSeeClasses(actor, stateOf(loaded))) fail('task.not-allowed')
    return listSelectedFeatures(deps.db, loaded, actor)
  })
}
