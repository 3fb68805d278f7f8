export interface ChangelogEntry {
  version: string
  /** Release date of the version, as `yyyy-MM-dd`. */
  date: string
  notes: string[]
}

const VERSION_LINE = /^## (\d+\.\d+\.\d+) · (\d{4}-\d{2}-\d{2})$/
const NOTE_LINE = /^- (\S.*)$/
const CONTINUED = /^ {2}(\S.*)$/

/**
 * Parses a changelog: `## 2.6.4 · 2026-11-21` begins a version, `- ` a note, two spaces continue it. Text before the
 * first version is ignored. Any other line is an error, reported with its number.
 */
export function parseChangelog(text: string, file: string): ChangelogEntry[] {
  const entries: ChangelogEntry[] = []
  for (const [i, line] of text.split('\n').entries()) {
    const entry = entries.at(-1)
    const [, version, date] = VERSION_LINE.exec(line) ?? []
    const note = NOTE_LINE.exec(line)?.[1]
    const more = CONTINUED.exec(line)?.[1]
    if (version && date) entries.push({ version, date, notes: [] })
    else if (line === '' || (!entry && !line.startsWith('## '))) continue
    else if (entry && note) entry.notes.push(note)
    else if (entry && more && entry.notes.length > 0) entry.notes.push(joined(entry.notes.pop() ?? '', more))
    else throw new Error(`${file}, line ${i + 1} is neither a version nor a note: ${line}`)
  }
  const empty = entries.find(({ notes }) => notes.length === 0)
  if (entries.length === 0 || empty) throw new Error(`${file}: ${empty?.version ?? 'the changelog'} has no notes`)
  return entries
}

/** Joins two lines of a note with a space, but without a space after a Chinese character or punctuation mark. */
const joined = (note: string, more: string) => (/[　-鿿＀-￯]$/.test(note) ? note + more : `${note} ${more}`)
