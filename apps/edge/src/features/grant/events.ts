import { type FileHandle, open } from 'node:fs/promises'
import type { GrantEvent } from '@tessera/contract'
import { type Page, pageRequest, toPage } from '@tessera/contract/wire'
import type { ChainEntry } from '@tessera/server'
import { all, type Db, get, put, run, transaction } from '../../db/open.ts'
import { decisionLogPath } from '../../lib/decision-log.ts'

const READ_UP_TO = 'grant-events-read'
const CHUNK_BYTES = 1024 * 1024

/**
 * Strings that appear in log entries which may refer to a ticket. Other entries, most of which record that rows were
 * read, are skipped without parsing.
 */
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
 * Lists the events of a ticket, newest first. The decision log contains the events, and the database stores the
 * positions of the log entries, so that the cost of a page does not depend on the length of the log.
 */
export async function listEvents(
  { db, dataDir }: Deps,
  grantId: string,
  page: { pageNo?: number | undefined; pageSize?: number | undefined },
): Promise<Page<GrantEvent>> {
  const file = await open(decisionLogPath(dataDir))
  try {
    await readOn(db, file)
    const request = pageRequest(page)
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

/** Adds the log entries written since the previous call to the index, one chunk at a time. */
async function readOn(db: Db, file: FileHandle) {
  const { size } = await file.stat()
  if (readUpTo(db) > size) forgetPlaces(db)
  let length = CHUNK_BYTES
  for (;;) {
    const from = readUpTo(db)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from)
    const end = buffer.lastIndexOf(0x0a, bytesRead - 1) + 1
    if (bytesRead === 0 || (end === 0 && bytesRead < length)) return
    // A line can be longer than a chunk. If no line ends in the chunk, a longer one is read.
    if (end === 0) length *= 2
    else storePlaces(db, { from, whole: buffer.subarray(0, end) })
  }
}

const readUpTo = (db: Db) => Number(get(db, 'select value from facts where key = ?', READ_UP_TO)?.value ?? 0)

function forgetPlaces(db: Db) {
  run(db, 'delete from grant_events')
  run(db, 'delete from facts where key = ?', READ_UP_TO)
}

/** Stores the positions of log entries, unless a concurrent call has already stored them. */
function storePlaces(db: Db, { from, whole }: { from: number; whole: Buffer }) {
  transaction(db, () => {
    if (readUpTo(db) !== from) return
    for (let start = 0; start < whole.length; ) {
      const end = whole.indexOf(0x0a, start)
      const line = whole.subarray(start, end)
      if (NAMES_A_TICKET.some((name) => line.includes(name))) storePlace(db, line, from + start)
      start = end + 1
    }
    put(db, 'facts', { key: READ_UP_TO, value: String(from + whole.length) })
  })
}

function storePlace(db: Db, line: Buffer, start: number) {
  const entry = JSON.parse(line.toString('utf8')) as ChainEntry
  const grantId = KINDS[entry.kind] && ticketOf(db, entry)
  if (grantId) put(db, 'grant_events', { grant_id: grantId, seq: entry.seq, start, length: line.length })
}

/**
 * Returns the ticket to which a log entry refers. An entry `run-ended` names only its message, and an entry
 * `rows-offered` only its task.
 */
function ticketOf(db: Db, { kind, time, data }: ChainEntry): string | undefined {
  if (kind === 'ticket-signed') return textOf(data.id) ?? undefined
  if (kind === 'rows-offered') return findGrantAt(db, String(data.taskId), time)
  if (kind !== 'run-ended') return textOf(data.grantId) ?? undefined
  const row = get(db, 'select grant_id from messages_used where message_id = ?', String(data.messageId))
  return row && String(row.grant_id)
}

/** Returns the newest ticket of the task at the time when other rows were selected. */
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
