import { posix } from 'node:path'
import type { Archive } from './zip.ts'

/** What the library that reads workbooks does not tell of a sheet. */
export interface SheetPart {
  isHidden: boolean
  /** Where its cells lie in the workbook. */
  path: string
}

const MOST_BYTES = 4 * 1024 * 1024
const SHEET = /<(?:\w+:)?sheet\s[^>]*>/g
const RELATION = /<(?:\w+:)?Relationship\s[^>]*>/g
const MERGED = /<(?:\w+:)?mergeCell\s[^>]*\bref=["'][A-Z]+(\d+):[A-Z]+(\d+)["']/g
/** Longer than any such tag, which may stand between two pieces. */
const TAG_LENGTH = 256

/** A workbook's sheets, in its order; none where they cannot be found, which its reader will say. */
export async function sheetParts(archive: Archive): Promise<SheetPart[]> {
  const [book, relations] = [
    await textOf(archive, 'xl/workbook.xml'),
    await textOf(archive, 'xl/_rels/workbook.xml.rels'),
  ]
  const targets = new Map(
    (relations.match(RELATION) ?? []).map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]),
  )
  return (book.match(SHEET) ?? []).map((tag) => ({
    isHidden: /^(very)?hidden$/i.test(attribute(tag, 'state')),
    path: posix.join('xl', targets.get(attribute(tag, 'id')) ?? '').replace(/^xl\/+xl\//, 'xl/'),
  }))
}

/** How many ranges of cells below a line are merged over several rows: only the first of their cells has the value. */
export async function countMerged(archive: Archive, path: string, headerLine: number): Promise<number> {
  const entry = archive.entries.find(({ fileName }) => fileName === path)
  if (!entry) return 0
  let count = 0
  let rest = ''
  for await (const chunk of await archive.open(entry)) {
    const text = rest + (chunk as Buffer).toString('latin1')
    let end = Math.max(0, text.length - TAG_LENGTH)
    for (const found of text.matchAll(MERGED)) {
      const [first, last] = [Number(found[1]), Number(found[2])]
      if (first > headerLine && last > first) count += 1
      end = Math.max(end, found.index + found[0].length)
    }
    rest = text.slice(end)
  }
  return count
}

async function textOf(archive: Archive, name: string): Promise<string> {
  const entry = archive.entries.find(({ fileName }) => fileName === name)
  return entry && entry.uncompressedSize <= MOST_BYTES ? archive.text(entry, MOST_BYTES) : ''
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''
