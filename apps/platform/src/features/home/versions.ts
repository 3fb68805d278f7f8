import { readFileSync } from 'node:fs'
import type { Language } from '@tessera/contract'
import { type ChangelogEntry, parseChangelog } from './changelog.ts'

const FILES = { cn: 'CHANGELOG.cn.md', en: 'CHANGELOG.md' } satisfies Record<Language, string>

export interface Version {
  version: string
  /** Release date of the version, as `yyyy-MM-dd`. */
  date: string
  notes: Record<Language, string>[]
}

/** Returns the released versions, newest first, from the changelog files in the repository's root. */
export function readVersions(): Version[] {
  return pair(readChangelog('cn'), readChangelog('en'))
}

/**
 * Combines the changelogs of both languages. Fails, so that the platform does not start, if versions, dates or numbers
 * of notes differ.
 */
export function pair(cn: ChangelogEntry[], en: ChangelogEntry[]): Version[] {
  if (cn.length !== en.length) throw new Error(`${FILES.cn} and ${FILES.en} have different versions`)
  return en.map(({ version, date, notes }, i) => {
    const other = cn[i]
    if (other?.version !== version || other.date !== date || other.notes.length !== notes.length) {
      throw new Error(`${FILES.cn} does not match ${FILES.en} for ${version}`)
    }
    return { version, date, notes: notes.map((note, n) => ({ cn: other.notes[n] ?? '', en: note })) }
  })
}

function readChangelog(language: Language): ChangelogEntry[] {
  const file = FILES[language]
  return parseChangelog(readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8'), file)
}
