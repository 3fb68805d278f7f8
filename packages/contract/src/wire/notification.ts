import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Notification } from '../notification.ts'
import { renamed, WireFlag, WireNumber, WireTime } from './codec.ts'
import { pageInput, pageOf } from './page.ts'
import { WireRemind, WireSubject } from './vocabulary.ts'

const WireNotification = renamed(
  {
    ...Notification.shape,
    sendTime: WireTime,
    isRead: WireFlag,
    subject: WireSubject,
  },
  { text: 'msgContent', category: 'msgCategory', subject: 'busType', subjectId: 'busId', isRead: 'readStatus' },
)
export const ListNotifications = endpoint({
  method: 'GET',
  path: '/sys/annountCement/listByUserAndParty',
  access: 'user',
  input: renamed({ ...pageInput, isRead: WireNumber.optional() }, { isRead: 'readStatus' }),
  output: pageOf(WireNotification),
  summary: "Lists the caller's notifications, personal and in this party, newest first.",
})
export const MarkNotificationRead = endpoint({
  method: 'PUT',
  path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
  access: 'user',
  input: renamed({ notificationId: z.string() }, { notificationId: 'anntId' }),
  summary: 'Marks one notification as read.',
})
export const MarkAllNotificationsRead = endpoint({
  method: 'PUT',
  path: '/sys/sysAnnouncementSend/readAll',
  access: 'user',
  summary: "Marks the caller's notifications in this party as read.",
  description: 'Requests that still wait for a decision stay unread.',
})
export const SendAnnouncement = endpoint({
  method: 'POST',
  path: '/sys/api/sendSysAnnouncement',
  carrier: 'form',
  input: renamed({ text: z.string() }, { text: 'msgContent' }),
  summary: "Sends an announcement to all members of the caller's party.",
})
export const Remind = endpoint({
  method: 'GET',
  path: '/sys/annountCement/sendJobNotic',
  input: renamed({ whom: WireRemind, id: z.string(), templateCode: z.string().optional() }, { whom: 'busType' }),
  summary: 'Reminds an initiator to start, or a participant to get ready.',
  description: '`id` is the id of the task for an initiator, and of the registration for a participant.',
})
/**
 * Path of the WebSocket, under the API prefix. The client sends the token as its only subprotocol. The server sends
 * `SocketMessage`s.
 */
export const SOCKET_PATH = '/websocket/:userId'
