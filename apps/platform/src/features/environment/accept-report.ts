import { AppError, type EdgeReport } from '@tessera/contract'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, refusesValues } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Deps } from '../../lib/deps.ts'
import { edgeReports, edges } from './table.ts'

export type EdgeReportOf<K extends EdgeReport['kind']> = Extract<EdgeReport, { kind: K }>

/**
 * Applies one kind of edge report, in the transaction that marks the report as applied. Throws an AppError to refuse
 * the report.
 */
type EdgeReportHandler<K extends EdgeReport['kind']> = (
  tx: Db,
  report: EdgeReportOf<K>,
  partyId: string,
) => Promise<void>

export type EdgeReportHandlers = { [K in EdgeReport['kind']]: EdgeReportHandler<K> }

/** The link over which a report arrived. If a newer link has replaced it, its reports are not applied. */
export interface Speaker {
  id: string
  partyId: string
}

/**
 * Applies a report once. Returns null, or the error code if the report is refused. Throws if the platform cannot
 * process the report now, for example because the database is unreachable: the edge then stores the report and sends it
 * again.
 */
export async function acceptReport(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  handlers: EdgeReportHandlers,
  { id: linkId, partyId }: Speaker,
  { reportId, report }: { reportId: number; report: EdgeReport },
): Promise<string | null> {
  const key = and(eq(edgeReports.partyId, partyId), eq(edgeReports.reportId, reportId))
  try {
    return await db.transaction(async (tx) => {
      const current = and(eq(edges.partyId, partyId), eq(edges.linkId, linkId))
      const [speaking] = await tx.select({ partyId: edges.partyId }).from(edges).where(current).for('share')
      if (!speaking) throw new Error('the link was replaced')
      const [applied] = await tx.select().from(edgeReports).where(key)
      if (applied) return applied.error
      await tx.insert(edgeReports).values({ partyId, reportId, error: null })
      const apply = handlers[report.kind] as EdgeReportHandler<typeof report.kind>
      await apply(tx, report as never, partyId)
      return null
    })
  } catch (error) {
    const code = refusalOf(error)
    if (code === undefined) throw error
    log.warn({ err: error, partyId, kind: report.kind }, "an edge's report was refused")
    await db.transaction(async (tx) => {
      await tx.insert(edgeReports).values({ partyId, reportId, error: code }).onConflictDoNothing()
      await record(tx, 'edge.report-refused', { partyId, kind: report.kind, code })
    })
    return code
  }
}

/**
 * Returns the error code if the error is permanent: the report was refused with a reason, or violates a rule of the
 * database.
 */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof AppError) return error.code
  if (error instanceof z.ZodError) return 'request.malformed'
  return refusesValues(error) ? 'internal' : undefined
}
