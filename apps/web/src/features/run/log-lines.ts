import { CsvLines, type RunEvent } from '@tessera/contract'

export type Level = 'info' | 'warning' | 'error'
/** Source of a line that the server reported. The sources of other lines are party ids. */
export const SERVER = 'server'

export interface LogLine {
  seq: number
  time: Date
  from: string
  level: Level
  text: string
}

export interface LogFilter {
  from: string
  level: string
  search: string
}

/** Returns the log lines of all events, newest first. `ends` are additional lines for what no event reports. */
export function logLines(events: RunEvent[], say: (event: RunEvent) => string, ends: LogLine[]): LogLine[] {
  const reported = events.toReversed().map((event) => ({
    seq: event.seq,
    time: new Date(event.time),
    from: ('partyId' in event && event.partyId) || SERVER,
    level: levelOf(event),
    text: say(event),
  }))
  return ends.reduce((lines, end) => {
    const before = lines.findIndex(({ time }) => time <= end.time)
    return lines.toSpliced(before < 0 ? lines.length : before, 0, end)
  }, reported)
}

function levelOf(event: RunEvent): Level {
  if (event.kind === 'failed') return 'error'
  const isWaiting = event.kind === 'waiting' && event.missing.length > 0
  return isWaiting || event.kind === 'party-failed' ? 'warning' : 'info'
}

/** Returns the lines that match the filter. An empty filter matches all lines. */
export function matching(lines: LogLine[], { from, level, search }: LogFilter): LogLine[] {
  const wanted = search.trim().toLowerCase()
  return lines.filter(
    (line) =>
      (!from || line.from === from) &&
      (!level || line.level === level) &&
      (!wanted || line.text.toLowerCase().includes(wanted)),
  )
}

/** Byte order mark, by which spreadsheets recognise UTF-8. */
const UTF8 = '\ufeff'

/** Returns log lines as CSV with these column heads. */
export function logCsv(
  lines: LogLine[],
  heads: string[],
  words: (line: LogLine) => [from: string, level: string],
): string {
  const csv = new CsvLines()
  return (
    UTF8 +
    [heads, ...lines.map((line) => [line.time.toISOString(), ...words(line), line.text])]
      .map((row) => csv.line(row))
      .join('')
  )
}
