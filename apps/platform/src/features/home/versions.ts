import { readFileSync } from 'node:fs'
import type { Language } from '@tessera/contract'
import { type ChangelogEntry, parseChangelog } from './changelog.ts'

const FILES = { cn: 'CHANGELOG.cn.md', en: 'CHANGELOG.md' } satisfies Record<Language, string>

export interface Version {
  version: string
  /** Of its release, `yyyy-MM-dd`. */
  date: string
  notes: Record<Language, string>[]
}

/** The update journal, newest first, from the changelogs in the repository's root. */
export function readVersions(): Version[] {
  return pair(readChangelog('cn'), readChangelog('en'))
}

/** Both languages say the same of the same versions; else the platform does not start. */
export function pair(cn: ChangelogEntry[], en: ChangelogEntry[]): Version[] {
  if (cn.length !== en.length) throw new Error(`${FILES.cn} and ${FILES.en} have not the same versions`)
  return en.map(({ version, date, notes }, i) => {
    const other = cn[i]
    if (other?.version !== version || other.date !== date || other.notes.length !== notes.length) {
      throw new Error(`${FILES.cn} does not say what ${FILES.en} says of ${version}`)
    }
    return { version, date, notes: notes.map((note, n) => ({ cn: other.notes[n] ?? '', en: note })) }
  })
}

function readChangelog(language: Language): ChangelogEntry[] {
  const file = FILES[language]
  return parseChangelog(readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8'), file)
}
