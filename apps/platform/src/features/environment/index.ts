export { authenticateEdge } from './authenticate-edge.ts'
export { openFleetSight } from './fleet-sight.ts'
export { findHeadsEnd, type HeadsEnd, readEdgeHeads } from './heads.ts'
export { type EdgeLinkHandlers, edgeLink } from './link.ts'
export { commandEdge, cutLinks, EDGE_CHANGED } from './link-commands.ts'
export { holdEdges, recordRevoked, refuseRevoked, revokeEdge, shutOutEdge, voidEnrolments } from './revoke.ts'
export { enrolmentRoute, environmentRoutes, startEnvironment } from './routes.ts'
export {
  type EdgeSight,
  isOnline,
  listAllFailing,
  listEdgeKeys,
  listEdgeProofs,
  listFailing,
  readEdge,
  readEdges,
  sightOf,
} from './sight.ts'
export { resumeParty, suspendParty } from './suspend-party.ts'
export type { EdgeReportOf } from './take-report.ts'
