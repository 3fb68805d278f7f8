export * from './activity-routes.ts'
export * from './clone-task.ts'
export { refuseMismatch } from './column-types.ts'
export { refuseOtherCode } from './edge-code.ts'
export * from './edge-routes.ts'
export * from './grant-notices.ts'
export { endInvitations } from './invitations.ts'
export { lockLoaded, refusalOfLead } from './join-task.ts'
export { nameParties } from './joining.ts'
export { leaveOut } from './leave-task.ts'
export * from './load.ts'
export { nextStepOf } from './next-step.ts'
export * from './offer-dataset.ts'
export * from './plan.ts'
export * from './policy.ts'
export * from './present.ts'
export {
  countTasks,
  countTasksByDay,
  countTasksByStatus,
  familyIdsOf,
  findRegistration,
  findTask,
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
export { refuseFault, requirePlan } from './require-plan.ts'
export * from './routes.ts'
export * from './selected-feature-routes.ts'
export { requireCodes } from './selected-features.ts'
export * from './shared-tickets.ts'
export * from './sight.ts'
export { startFile } from './start.ts'
export { beginTraining, endTraining, failIdle } from './status.ts'
export { type RegistrationRow, type TaskRow, task } from './table.ts'
export { takeNamedClasses } from './take-classes.ts'
export { takeConfirmedNames } from './take-names.ts'
export * from './tell.ts'
