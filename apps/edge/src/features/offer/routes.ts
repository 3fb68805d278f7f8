import { AppError } from '@tessera/contract'
import { ConfirmNames, ListClasses, NameClasses, OfferColumns, OfferRows, ProposeNames } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { isInSession, requireSession } from '../../lib/caller-check.ts'
import { type Actor, shownBy } from '../../lib/edge-token.ts'
import { untilPlatformTook } from '../../lib/reports.ts'
import type { Serve } from '../../lib/serve.ts'
import { type DatasetDeps, readable } from '../rows/index.ts'
import { confirmNames, proposeForTask } from './confirm-names.ts'
import { listClasses } from './left-out.ts'
import { nameClasses } from './name-classes.ts'
import { type OfferRequest, offerRows } from './offer.ts'

/**
 * Serves the calls that select rows for a task, and that confirm the categories and classes which the task's plan may
 * name.
 */
export function offerRoutes(serve: Serve, app: FastifyInstance, deps: DatasetDeps) {
  serve(app, ListClasses, async ({ tableName, column }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const classes = await listClasses(deps, dataset, column)
    deps.log.append('read', { datasetId: dataset.id, ...shownBy(actor), classes: column })
    return classes
  })

  serve(app, ProposeNames, ({ taskId }, actor) => proposeForTask(deps, taskId, actor))

  serve(app, ConfirmNames, async (input, actor) => {
    await untilPlatformTook(deps.outbox, await confirmNames(deps, input, actor))
    return null
  })

  serve(app, NameClasses, async (input, actor) => {
    await untilPlatformTook(deps.outbox, await nameClasses(deps, input, actor))
    return null
  })

  serve(app, OfferRows, (input, actor) => {
    // The response reveals whether a row with a certain id exists, so a caller with only a platform token can select
    // only all rows.
    const hasValues = input.mapping?.some(({ values }) => values !== undefined) ?? false
    if (input.rows.length > 0 || hasValues) requireSession(actor, deps.edgeUrl)
    return offer(deps, input, actor).catch((error) => {
      throw isInSession(actor) ? error : withoutValue(error)
    })
  })

  serve(app, OfferColumns, ({ columns, label, features, ...input }, actor) =>
    offer(deps, { ...input, narrow: { columns, label, classes: features } }, actor),
  )
}

/** Selects rows and waits until the platform has confirmed the report. */
export async function offer(deps: DatasetDeps, request: OfferRequest, actor: Actor) {
  const { child, reportId } = await offerRows(deps, request, actor)
  await untilPlatformTook(deps.outbox, reportId)
  return { datasetId: child.id, rowCount: child.rowCount }
}

/** Removes the invalid value and its row number from the error, because only members with a session may see them. */
function withoutValue(error: unknown): unknown {
  const shows =
    error instanceof AppError &&
    ['dataset.not-numbers', 'dataset.number-either', 'dataset.not-answers'].includes(error.code)
  return shows ? new AppError('dataset.conversion-refused', { column: error.params.column ?? '' }) : error
}
