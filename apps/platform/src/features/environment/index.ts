export type { EdgeReportOf } from './accept-report.ts'
export { authenticateEdge } from './authenticate-edge.ts'
export {
  type EdgePresence,
  isOnline,
  listAllFailing,
  listEdgeKeys,
  listEdgeProofs,
  listFailing,
  presenceOf,
  readEdge,
  readEdges,
} from './edge-presence.ts'
export { openFleetState } from './fleet-state.ts'
export { type EdgeLinkHandlers, edgeLink } from './link.ts'
export { commandEdge, cutLinks, EDGE_CHANGED } from './link-commands.ts'
export { findHeadsEnd, type HeadsEnd, readEdgeHeads } from './log-heads.ts'
export { holdEdges, recordRevoked, refuseRevoked, revokeEdge, shutOutEdge, voidEnrolments } from './revoke.ts'
export { enrolmentRoute, environmentRoutes, startEnvironment } from './routes.ts'
export { resumeParty, suspendParty } from './suspend-party.ts'
