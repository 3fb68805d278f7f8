import { type FileHandle, open } from 'node:fs/promises'
import type { GrantEvent } from '@tessera/contract'
import { type Page, pageRequest, toPage } from '@tessera/contract/wire'
import type { ChainEntry } from '@tessera/server'
import { all, type Db, get, put, run, transaction } from '../../db/open.ts'
import { decisionLogPath } from '../../lib/decision-log.ts'

const READ_UP_TO = 'grant-events-read'
const CHUNK_BYTES = 1024 * 1024

/** What may name a ticket; the rest of a log, mostly pages of rows read, is not looked into. */
const NAMES_A_TICKET = ['"grantId":"', '"kind":"ticket-signed"', '"kind":"run-ended"', '"kind":"rows-offered"']

const KINDS: Record<string, GrantEvent['kind']> = {
  'ticket-signed': 'signed',
  'ticket-withdrawn': 'withdrawn',
  run: 'run',
  'run-ended': 'run-ended',
  refused: 'refused',
  'rows-offered': 'rows-chosen',
  'columns-apart': 'apart',
}

type Deps = { db: Db; dataDir: string }

/**
 * What was done under a ticket, newest first. The log is the truth and the books know where in it to look, so that a page
 * costs the same however long the log is.
 */
export async function listEvents(
  { db, dataDir }: Deps,
  grantId: string,
  asked: { pageNo?: number | undefined; pageSize?: number | undefined },
): Promise<Page<GrantEvent>> {
  const file = await open(decisionLogPath(dataDir))
  try {
    await readOn(db, file)
    const request = pageRequest(asked)
    const places = all(
      db,
      'select start, length from grant_events where grant_id = ? order by seq desc limit ? offset ?',
      grantId,
      request.size,
      request.offset,
    )
    const records: GrantEvent[] = []
    for (const { start, length } of places) records.push(await readEvent(file, Number(start), Number(length)))
    const row = get(db, 'select count(*) as total from grant_events where grant_id = ?', grantId)
    return toPage(records, Number(row?.total), request)
  } finally {
    await file.close()
  }
}

/** Looks through what was written since the last look, a piece at a time. */
async function readOn(db: Db, file: FileHandle) {
  const { size } = await file.stat()
  if (readUpTo(db) > size) forgetPlaces(db)
  let length = CHUNK_BYTES
  for (;;) {
    const from = readUpTo(db)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from)
    const end = buffer.lastIndexOf(0x0a, bytesRead - 1) + 1
    if (bytesRead === 0 || (end === 0 && bytesRead < length)) return
    // A line may be longer than a piece.
    if (end === 0) length *= 2
    else keepPlaces(db, { from, whole: buffer.subarray(0, end) })
  }
}

const readUpTo = (db: Db) => Number(get(db, 'select value from facts where key = ?', READ_UP_TO)?.value ?? 0)

function forgetPlaces(db: Db) {
  run(db, 'delete from grant_events')
  run(db, 'delete from facts where key = ?', READ_UP_TO)
}

/** Unless another look was faster. */
function keepPlaces(db: Db, { from, whole }: { from: number; whole: Buffer }) {
  transaction(db, () => {
    if (readUpTo(db) !== from) return
    for (let start = 0; start < whole.length; ) {
      const end = whole.indexOf(0x0a, start)
      const line = whole.subarray(start, end)
      if (NAMES_A_TICKET.some((name) => line.includes(name))) keepPlace(db, line, from + start)
      start = end + 1
    }
    put(db, 'facts', { key: READ_UP_TO, value: String(from + whole.length) })
  })
}

function keepPlace(db: Db, line: Buffer, start: number) {
  const entry = JSON.parse(line.toString('utf8')) as ChainEntry
  const grantId = KINDS[entry.kind] && ticketOf(db, entry)
  if (grantId) put(db, 'grant_events', { grant_id: grantId, seq: entry.seq, start, length: line.length })
}

/** The end of a message names the message alone, and rows that are chosen the task. */
function ticketOf(db: Db, { kind, time, data }: ChainEntry): string | undefined {
  if (kind === 'ticket-signed') return textOf(data.id) ?? undefined
  if (kind === 'rows-offered') return findGrantAt(db, String(data.taskId), time)
  if (kind !== 'run-ended') return textOf(data.grantId) ?? undefined
  const row = get(db, 'select grant_id from messages_used where message_id = ?', String(data.messageId))
  return row && String(row.grant_id)
}

/** The ticket that rows chosen at that time were no longer those of. */
function findGrantAt(db: Db, taskId: string, time: string): string | undefined {
  const row = get(
    db,
    'select id from grants where task_id = ? and sign_time <= ? order by sign_time desc limit 1',
    taskId,
    time,
  )
  return row && String(row.id)
}

async function readEvent(file: FileHandle, start: number, length: number): Promise<GrantEvent> {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
  const { seq, time, kind, data } = JSON.parse(buffer.toString('utf8')) as ChainEntry
  return {
    seq,
    time: new Date(time),
    kind: KINDS[kind] ?? 'refused',
    by: textOf(data.name) ?? textOf(data.userId),
    runId: textOf(data.runId),
    messageType: textOf(data.messageType),
    round: typeof data.round === 'number' ? data.round : null,
    outcome: textOf(data.outcome) ?? textOf(data.because),
    code: textOf(data.code),
    ...(kind === 'columns-apart' && { apart: data.columns as string[] }),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
