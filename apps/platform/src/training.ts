import type { FastifyInstance } from 'fastify'
import { algorithmEdgeRoutes, algorithmRoutes, openLibrary } from './features/algorithm/index.ts'
import { cardRoute } from './features/card/index.ts'
import { inferenceCards, inferenceRoutes, inferencesOf, startForgetting } from './features/inference/index.ts'
import {
  findModelOfTask,
  type ModelDeps,
  modelEdgeRoutes,
  modelFileRoutes,
  modelRoutes,
  openShelf,
} from './features/model/index.ts'
import {
  modelHistory,
  newestRunProgress,
  runEngineRoutes,
  runPhases,
  runRoutes,
  sharedResultRoute,
  startRunWorker,
} from './features/run/index.ts'
import { screenRoute } from './features/screen/index.ts'
import {
  readinessRoutes,
  selectedFeatureRoutes,
  taskActivityRoutes,
  taskEdgeRoutes,
  taskRoutes,
  tasksOfDatasets,
} from './features/task/index.ts'
import type { Deps, Stop } from './lib/deps.ts'

export type Training = ReturnType<typeof openTraining>

/**
 * Connects algorithms, tasks, runs, models and inference. Each of these features knows only those on which it builds.
 */
export function openTraining(base: Deps) {
  const algorithms = openLibrary(base.settings.ALGORITHMS_DIR)
  const deps: ModelDeps = { ...base, algorithms, modelStore: openShelf(base) }
  const outlook = {
    progressOf: newestRunProgress(deps),
    phasesOf: runPhases,
    modelIdOf: findModelOfTask,
    inferencesOf,
    inferenceCards,
  }

  return {
    deps,
    /** The queries about tasks that the dataset feature needs. */
    sight: tasksOfDatasets(deps),

    apiRoutes(api: FastifyInstance) {
      algorithmRoutes(api, deps)
      taskRoutes(api, { ...deps, outlook })
      taskActivityRoutes(api, deps)
      readinessRoutes(api, deps)
      selectedFeatureRoutes(api, deps)
      runRoutes(api, deps)
      modelRoutes(api, { ...deps, historyOf: modelHistory(deps) })
      modelFileRoutes(api, deps)
      cardRoute(api, deps)
      screenRoute(api, deps)
      inferenceRoutes(api, deps)
    },

    /** Registers the routes for edges and ServerApps, which are outside the API prefix. */
    machineRoutes(app: FastifyInstance) {
      algorithmEdgeRoutes(app, deps)
      taskEdgeRoutes(app, deps)
      modelEdgeRoutes(app, deps)
      runEngineRoutes(app, deps)
      sharedResultRoute(app, deps)
    },

    startWorkers(): Stop {
      if (algorithms.list().length === 0) {
        base.log.warn(
          { folder: base.settings.ALGORITHMS_DIR },
          'the folder contains no algorithms: build them with `engine.build`',
        )
      }
      const stops = [startRunWorker(deps), startForgetting(deps)]
      return async () => {
        for (const stop of stops) await stop()
      }
    },
    close: () => deps.modelStore.close(),
  }
}
