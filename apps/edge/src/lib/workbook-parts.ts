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
const CELL = /<(?:\w+:)?c\s[^>]*>/g
const STYLE = /\bs=["'](\d+)["']/
const PLACE = /\br=["']([A-Z]+\d+)["']/
const FORMAT = /<(?:\w+:)?numFmt\s[^>]*>/g
const USED = /<(?:\w+:)?xf\s[^>]*>/g
/** Room for a character behind it, and what is shown of texts, change nothing. */
const ZEROS = /^(0{2,})(?:_.)?(?:;@)?$/
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
  let count = 0
  for await (const [, from, to] of tagsIn(archive, path, MERGED)) {
    const [first, last] = [Number(from), Number(to)]
    if (first > headerLine && last > first) count += 1
  }
  return count
}

/** With how many digits the cells (`A2`) of a sheet are written whose number format is zeros only, such as `000000`. */
export async function zeroPadded(archive: Archive, path: string): Promise<Map<string, number>> {
  const digits = zeroStyles(await textOf(archive, 'xl/styles.xml'))
  const cells = new Map<string, number>()
  if (!digits.some(Boolean)) return cells
  for await (const [tag] of tagsIn(archive, path, CELL)) {
    const width = digits[Number(STYLE.exec(tag)?.[1] ?? -1)]
    const place = PLACE.exec(tag)?.[1]
    if (width && place) cells.set(place, width)
  }
  return cells
}

/** Of each style the digits that it writes at least, where it writes nothing else. */
function zeroStyles(styles: string): (number | undefined)[] {
  const formats = new Map(
    (styles.match(FORMAT) ?? []).map((tag) => [
      attribute(tag, 'numFmtId'),
      ZEROS.exec(attribute(tag, 'formatCode'))?.[1],
    ]),
  )
  const used = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  return (used.match(USED) ?? []).map((tag) => formats.get(attribute(tag, 'numFmtId'))?.length)
}

/** Tags of one part, as it is unpacked: it may be large. */
async function* tagsIn(archive: Archive, path: string, pattern: RegExp) {
  const entry = archive.entries.find(({ fileName }) => fileName === path)
  if (!entry) return
  let rest = ''
  for await (const chunk of await archive.open(entry)) {
    const text = rest + (chunk as Buffer).toString('latin1')
    let end = Math.max(0, text.length - TAG_LENGTH)
    for (const found of text.matchAll(pattern)) {
      yield found
      end = Math.max(end, found.index + found[0].length)
    }
    rest = text.slice(end)
  }
}

async function textOf(archive: Archive, name: string): Promise<string> {
  const entry = archive.entries.find(({ fileName }) => fileName === name)
  return entry && entry.uncompressedSize <= MOST_BYTES ? archive.text(entry, MOST_BYTES) : ''
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''
