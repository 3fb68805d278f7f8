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
  /** In the reader's language. */
  text: z.string(),
  kind: NotificationKind,
  /** '3' with busType `regist` or `partyJoin` shows buttons to approve and reject. */
  category: z.string(),
  subject: z.enum(['task', 'registration', 'join-request', 'party', 'system']),
  subjectId: z.string(),
  taskId: z.string().nullable(),
  sendTime: z.date(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** A message over the WebSocket. The receiver requests the details. */
export const SocketMessage = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.literal('user') }),
  /** `seq` is the run's. 0: something else about the task changed. Null: the run only progressed within a round. */
  z.object({ cmd: z.literal('run'), taskId: z.string(), seq: z.number().int().nullable() }),
])
export type SocketMessage = z.infer<typeof SocketMessage>

export const ANNOUNCEMENT_MAX = 500
