import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Notification } from '../notification.ts'
import { renamed, WireNumber, WireTime } from './codec.ts'
import { pageInput, pageOf } from './page.ts'
import { WireRemind, WireSubject } from './vocabulary.ts'

const WireNotification = renamed(
  {
    ...Notification.shape,
    sendTime: WireTime,
    isRead: z.codec(z.number(), z.boolean(), { decode: (n) => n === 1, encode: (b) => (b ? 1 : 0) }),
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
  summary: "The caller's notices in this party and those to the caller alone, newest first.",
})
export const MarkNotificationRead = endpoint({
  method: 'PUT',
  path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
  access: 'user',
  input: renamed({ notificationId: z.string() }, { notificationId: 'anntId' }),
  summary: 'Marks one notice as read.',
})
export const MarkAllNotificationsRead = endpoint({
  method: 'PUT',
  path: '/sys/sysAnnouncementSend/readAll',
  access: 'user',
  summary: 'Marks every notice of the caller in this party as read, but for requests that still wait for a decision.',
})
export const SendAnnouncement = endpoint({
  method: 'POST',
  path: '/sys/api/sendSysAnnouncement',
  carrier: 'form',
  input: renamed({ text: z.string() }, { text: 'msgContent' }),
  summary: "Tells every member of the caller's party something; administrators only.",
})
export const Remind = endpoint({
  method: 'GET',
  path: '/sys/annountCement/sendJobNotic',
  input: renamed({ whom: WireRemind, id: z.string(), templateCode: z.string().optional() }, { whom: 'busType' }),
  summary: 'Reminds the initiator to start (id of the task) or a participant to get ready (id of the registration).',
})
/**
 * The WebSocket, under the prefix. The client offers the token as its only subprotocol. The server sends
 * `SocketMessage`s.
 */
export const SOCKET_PATH = '/websocket/:userId'
