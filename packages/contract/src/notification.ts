import { z } from 'zod'

export const NotificationKind = z.enum([
  'task.join-requested',
  'task.join-approved',
  'task.join-rejected',
  'task.joined',
  'task.invited',
  'task.invitation-declined',
  'task.quit',
  'task.disbanded',
  'task.plan-changed',
  'task.joining-closed',
  'task.joining-reopened',
  'task.data-deleted',
  'task.remind-initiator',
  'task.remind-participant',
  'run.started',
  'run.completed',
  'run.failed',
  'run.stopped',
  'grant.withdrawn',
  'party.join-requested',
  'party.join-approved',
  'party.join-rejected',
  'party.joined',
  'party.left',
  'party.removed',
  'party.role-changed',
  'party.announcement',
  'edge.lost',
  'edge.back',
  'edge.revoked',
  'edge.replaced',
  'system.announcement',
])
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.object({
  id: z.string(),
  /** The text of the notice in the reader's language. */
  text: z.string(),
  kind: NotificationKind,
  /**
   * Category of the notice. For '3' with busType `regist` or `partyJoin`, the console shows buttons to approve and
   * reject.
   */
  category: z.string(),
  subject: z.enum(['task', 'registration', 'join-request', 'party', 'system']),
  subjectId: z.string(),
  taskId: z.string().nullable(),
  sendTime: z.date(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** A message over the WebSocket. It tells the receiver which details to request. */
export const SocketMessage = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.literal('user') }),
  /**
   * A change of a task or its run. `seq` is the number of the run's last event; 0: something else about the task has
   * changed; null: the run has only progressed within a round.
   */
  z.object({ cmd: z.literal('run'), taskId: z.string(), seq: z.number().int().nullable() }),
])
export type SocketMessage = z.infer<typeof SocketMessage>

export const ANNOUNCEMENT_MAX = 500
