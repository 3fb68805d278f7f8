export * from './activity-routes.ts'
export * from './clone-task.ts'
export { refuseOtherCode } from './edge-code.ts'
export * from './edge-routes.ts'
export * from './grant-notices.ts'
export { endInvitations } from './invitations.ts'
export { lockLoaded, refusalOfLead } from './join-task.ts'
export { nameParties } from './joining.ts'
export { leaveOut } from './leave-task.ts'
export * from './load.ts'
export { nextStepOf } from './next-step.ts'
export * from './notify.ts'
export * from './offer-dataset.ts'
export { refuseMismatch } from './plan/column-types.ts'
export * from './plan/plan.ts'
export { refuseFault, requirePlan } from './plan/require-plan.ts'
export * from './plan/selected-feature-routes.ts'
export { requireCodes } from './plan/selected-features.ts'
export { startFile } from './plan/start.ts'
export { storeConfirmedNames } from './plan/store-confirmed-names.ts'
export { storeNamedClasses } from './plan/store-named-classes.ts'
export * from './policy.ts'
export * from './present.ts'
export {
  countTasks,
  countTasksByDay,
  countTasksByStatus,
  familyIdsOf,
  findRegistration,
  findTask,
  hasOpenTasks,
  isTaskPicture,
  listComparable,
  listMet,
  listPending,
  listRegistrations,
  listSeenTasks,
  listTicketsOfRun,
  lockFamily,
  lockTask,
  seenBy,
} from './queries.ts'
export * from './readiness-routes.ts'
export * from './rename-author.ts'
export * from './routes.ts'
export * from './shared-tickets.ts'
export { beginTraining, endTraining, failIdle } from './status.ts'
export { type RegistrationRow, type TaskRow, task } from './table.ts'
export * from './tasks-of-datasets.ts'
