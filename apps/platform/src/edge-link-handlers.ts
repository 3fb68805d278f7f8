import { applyDatasetReport, listMissedRemovals } from './features/dataset/index.ts'
import type { EdgeLinkHandlers } from './features/environment/index.ts'
import { recordReportedUse } from './features/model/index.ts'
import {
  endRunsUnder,
  listMissedStops,
  listPartners,
  storeDifferingColumns,
  storeProgress,
  storeSilence,
  storeWork,
  storeWorkerReport,
} from './features/run/index.ts'
import { applyGrantNotice, storeConfirmedNames, storeNamedClasses, storeRowsSetAside } from './features/task/index.ts'
import type { Training } from './training.ts'

/**
 * Returns the handlers of the edge link: the feature that processes each report of an edge, and the messages that an
 * offline edge may have missed.
 */
export function edgeLinkHandlers({ deps }: Training): EdgeLinkHandlers {
  return {
    reports: {
      async dataset(tx, { dataset }, partyId) {
        if (dataset.taskId !== null) await storeRowsSetAside(deps, tx, partyId, { ...dataset, taskId: dataset.taskId })
        else await applyDatasetReport(tx, partyId, dataset, deps.clock.now())
      },
      async grant(tx, { grant }, partyId) {
        await applyGrantNotice(deps, tx, partyId, grant)
        if (grant.withdrawn) await endRunsUnder(deps, tx, partyId, grant)
      },
      classes: (tx, report, partyId) => storeNamedClasses(deps, tx, partyId, report),
      names: (tx, report, partyId) => storeConfirmedNames(deps, tx, partyId, report),
      worker: (tx, report, partyId) => storeWorkerReport(deps, tx, partyId, report),
      apart: (tx, report, partyId) => storeDifferingColumns(deps, tx, partyId, report),
      'model-use': (tx, report, partyId) => recordReportedUse(deps, tx, partyId, report),
    },
    onProgress: (partyId, progress) => storeProgress(deps, partyId, progress),
    onWork: (partyId, work) => storeWork(deps, partyId, work),
    onSilence: (partyId, silence) => storeSilence(deps, partyId, silence),
    onConnect: async (partyId) => [
      ...(await listMissedRemovals(deps.db, partyId)),
      ...(await listMissedStops(deps, partyId)),
    ],
    partnersOf: listPartners,
  }
}
