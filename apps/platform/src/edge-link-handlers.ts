import { applyDatasetReport, listMissedRemovals } from './features/dataset/index.ts'
import type { EdgeLinkHandlers } from './features/environment/index.ts'
import { noteReportedUse } from './features/model/index.ts'
import {
  endRunsUnder,
  listMissedStops,
  listPartners,
  takeApart,
  takeProgress,
  takeSilence,
  takeWork,
  takeWorkerReport,
} from './features/run/index.ts'
import { takeConfirmedNames, takeGrantNotice, takeNamedClasses, takeRowsSetAside } from './features/task/index.ts'
import type { Training } from './training.ts'

/** Returns which feature processes each report of an edge, and the messages that an offline edge may have missed. */
export function edgeLinkHandlers({ deps }: Training): EdgeLinkHandlers {
  return {
    reports: {
      async dataset(tx, { dataset }, partyId) {
        if (dataset.taskId !== null) await takeRowsSetAside(deps, tx, partyId, { ...dataset, taskId: dataset.taskId })
        else await applyDatasetReport(tx, partyId, dataset, deps.clock.now())
      },
      async grant(tx, { grant }, partyId) {
        await takeGrantNotice(deps, tx, partyId, grant)
        if (grant.withdrawn) await endRunsUnder(deps, tx, partyId, grant)
      },
      classes: (tx, report, partyId) => takeNamedClasses(deps, tx, partyId, report),
      names: (tx, report, partyId) => takeConfirmedNames(deps, tx, partyId, report),
      worker: (tx, report, partyId) => takeWorkerReport(deps, tx, partyId, report),
      apart: (tx, report, partyId) => takeApart(deps, tx, partyId, report),
      'model-use': (tx, report, partyId) => noteReportedUse(deps, tx, partyId, report),
    },
    onProgress: (partyId, progress) => takeProgress(deps, partyId, progress),
    onWork: (partyId, work) => takeWork(deps, partyId, work),
    onSilence: (partyId, silence) => takeSilence(deps, partyId, silence),
    onConnect: async (partyId) => [
      ...(await listMissedRemovals(deps.db, partyId)),
      ...(await listMissedStops(deps, partyId)),
    ],
    partnersOf: listPartners,
  }
}
