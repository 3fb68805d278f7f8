/** Functions that the operator's tool calls on the platform's own machine. */
export { exportLog } from './export-log.ts'
export {
  createUser,
  deleteFeedback,
  givePassword,
  listFeedback,
  listUsers,
  lockUser,
  newPassword,
  unlockUser,
} from './features/account/index.ts'
export { resumeParty, revokeEdge, suspendParty } from './features/environment/index.ts'
export { announceToAll } from './features/notification/index.ts'
export { record } from './lib/audit.ts'
export { type LogFilter, searchLog } from './lib/search-log.ts'
