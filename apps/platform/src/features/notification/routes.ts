import { fail, type Notification } from '@tessera/contract'
import {
  GetSocketToken,
  ListNotifications,
  MarkAllNotificationsRead,
  MarkNotificationRead,
  pageRequest,
  SendAnnouncement,
  SOCKET_PATH,
  toPage,
} from '@tessera/contract/wire'
import { and, desc, eq, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notifications } from '../../db/table.ts'
import type { Deps } from '../../lib/deps.ts'
import { type Actor, serve } from '../../lib/http.ts'
import { REQUESTS } from '../../lib/notices.ts'
import { announce } from './announce.ts'
import { issueSocketToken, redeemSocketToken } from './socket-token.ts'
import type { Sockets } from './sockets.ts'
import { noticeText } from './texts.ts'

/** Category of notices for which the console shows buttons to approve and reject. */
const TO_REVIEW = '3'

export function notificationRoutes(app: FastifyInstance, deps: Deps) {
  const { db, clock } = deps
  serve(app, GetSocketToken, async (_nothing, actor) => ({ token: await issueSocketToken(deps, actor) }))

  serve(app, ListNotifications, async ({ isRead, ...input }, actor, { language }) => {
    const page = pageRequest(input)
    const { readTime } = notifications
    const where = and(
      isFor(actor),
      isRead === undefined || Number.isNaN(isRead) ? undefined : isRead === 1 ? isNotNull(readTime) : isNull(readTime),
    )
    const order = [desc(notifications.sendTime), desc(notifications.id)]
    const rows = await db
      .select()
      .from(notifications)
      .where(where)
      .orderBy(...order)
      .limit(page.size)
      .offset(page.offset)
    const records = rows.map(
      ({ id, kind, params, subject, subjectId, taskId, sendTime, readTime }): Notification => ({
        id,
        kind,
        subject,
        subjectId,
        taskId,
        sendTime,
        text: noticeText(language, kind, params),
        category: isRequest(kind) ? TO_REVIEW : '1',
        isRead: readTime !== null,
      }),
    )
    return toPage(records, await db.$count(notifications, where), page)
  })

  serve(app, MarkNotificationRead, async ({ notificationId }, actor) => {
    const mine = and(eq(notifications.id, notificationId), isFor(actor))
    const found = await db.update(notifications).set({ readTime: clock.now() }).where(mine).returning()
    if (found.length === 0) fail('notification.not-found')
    return null
  })

  serve(app, MarkAllNotificationsRead, async (_nothing, actor) => {
    const { readTime, kind } = notifications
    const open = and(isFor(actor), isNull(readTime), notInArray(kind, [...REQUESTS]))
    await db.update(notifications).set({ readTime: clock.now() }).where(open)
    return null
  })

  serve(app, SendAnnouncement, async ({ text }, actor) => {
    await announce(deps, actor, text)
    return null
  })
}

/**
 * Returns the condition for the notices that the actor may read: those of the actor's current party, and personal ones.
 * A tourist has only personal notices.
 */
function isFor({ userId, partyId }: Actor) {
  const personal = isNull(notifications.partyId)
  const side = partyId === null ? personal : or(personal, eq(notifications.partyId, partyId))
  return and(eq(notifications.userId, userId), side)
}

const isRequest = (kind: Notification['kind']) => REQUESTS.some((request) => request === kind)

type Opening = { Params: { userId: string } }

/** Serves the sockets with and without the API prefix, because older clients use the path without the prefix. */
export function socketRoutes(app: FastifyInstance, deps: Deps, sockets: Sockets) {
  const openers = new WeakMap<object, { userId: string; sessionId: string }>()
  for (const prefix of new Set([deps.settings.PREFIX, ''])) {
    app.get<Opening>(
      `${prefix}${SOCKET_PATH}`,
      {
        websocket: true,
        preValidation: async (request: FastifyRequest<Opening>) => {
          openers.set(request.raw, await redeemSocketToken(deps, request, request.params.userId))
        },
      },
      (socket, request) => {
        const opener = openers.get(request.raw)
        if (opener) sockets.add(socket, opener)
        else socket.close(1011)
      },
    )
  }
}
