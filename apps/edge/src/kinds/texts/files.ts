import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { isJsonLines, isJsonObject, type JsonItem, jsonItems, parseJson } from '../../lib/json-items.ts'
import { type TextFile, textLines, unpackText } from '../../lib/text-lines.ts'
import { classFolders } from '../class-folders.ts'
import { Copies } from '../copies.ts'
import { DELIMITED, PLAIN_TEXT, TAGGED } from '../file-extensions.ts'
import { peek } from '../peek.ts'
import { isPart } from '../picture-names.ts'
import type { Source } from '../reader.ts'
import type { Place } from '../rejects.ts'
import { type Fault, tableRows } from '../table-rows.ts'
import { entitiesIn } from './entities.ts'
import { type Counting, CountingSearch, nameOf } from './offsets.ts'
import { isTelling, TEXT_CHARACTERS } from './shape.ts'
import { isComment, isDocumentStart, isUntyped, looksTagFirst, looksTagged } from './tags.ts'

/** A text as read from a file with its fields by name, or the fault in it. */
export type RawText =
  | { place: Place; fields: Record<string, unknown>; counting?: Counting }
  | { place: Place; fault: Fault }

type Files = Pick<Source, 'archive' | 'scratch' | 'options'> & Pick<ReadingReport, 'renamed' | 'notes'>

const JSON_LINES = /\.(jsonl|ndjson)$/i
const JSON_FILE = /\.json$/i
const TEXT_BYTES = 4 * 1024 * 1024
/** If a list begins with more elements than this that are not objects, it is not a list of texts. */
const MAX_EARLY = 10_000

/** Yields all texts of an archive in batches, whatever the file format. */
export async function* rawTexts(files: Files): AsyncGenerator<RawText[]> {
  const entries = inOrder(files.archive.entries)
  const plain = entries.filter(({ fileName }) => PLAIN_TEXT.test(fileName))
  const structured = entries.filter(({ fileName }) => readerOf(fileName))
  for (const entry of structured) {
    const read = readerOf(entry.fileName) as FileReader
    if (read === readTagged) refuseTagFirst(entry.fileName, await peek(files.archive, entry))
    yield* readFile(files, entry, read)
  }
  if (structured.length > 0 || !plain[0]) return
  const start = await peek(files.archive, plain[0])
  refuseTagFirst(plain[0].fileName, start)
  if (!looksTagged(start)) yield* readFolders(files, plain)
  else for (const entry of plain) yield* readFile(files, entry, readTagged)
}

function refuseTagFirst(file: string, start: string) {
  if (looksTagFirst(start)) fail('dataset.tag-first', { file })
}

/** Sorts files by name, comparing numbers by value. Sorting many names with a language collator would take seconds. */
function inOrder(entries: Entry[]): Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: orderOf(entry.fileName) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed.map(({ entry }) => entry)
}

/** Returns a sort key in which each number is prefixed with its length, because a longer number is larger. */
const orderOf = (name: string) =>
  name.replace(/0*(\d+)/g, (_all, digits: string) => `${String.fromCharCode(digits.length)}${digits}`)

type FileReader = (file: TextFile, files: Files) => AsyncGenerator<RawText[]>

function readerOf(name: string): FileReader | undefined {
  if (DELIMITED.test(name)) return readTable
  if (JSON_LINES.test(name)) return readJsonLines
  if (JSON_FILE.test(name)) return readJson
  return TAGGED.test(name) ? readTagged : undefined
}

async function* readFile(files: Files, entry: Entry, read: FileReader) {
  const path = join(files.scratch, 'texts.in')
  try {
    const file = await unpackText(files.archive, entry, path)
    yield* read === readJson || read === readJsonLines ? readCounted(file, files, read) : read(file, files)
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Reads a file twice. The first pass finds the offset convention for which the positions of most entities agree with
 * the texts that the file states for them; it ends at the first row whose labels are not entities. The second pass
 * applies the convention.
 */
async function* readCounted(file: TextFile, files: Files, read: FileReader): AsyncGenerator<RawText[]> {
  const { counting, unchecked } = await countingOf(read(file, files))
  if (unchecked) addUnchecked(files.notes, unchecked)
  const name = counting && nameOf(counting)
  if (name !== undefined && !files.notes.some((note) => note.name === 'entity-offsets' && note.value === name)) {
    files.notes.push({ name: 'entity-offsets', value: name })
  }
  for await (const rows of read(file, files)) {
    yield counting ? rows.map((row) => ('fields' in row ? { ...row, counting } : row)) : rows
  }
}

/** Adds the unverified entities of a file to the note that counts them for all files. */
function addUnchecked(notes: ReadingReport['notes'], { value, count }: { value: string; count: number }) {
  const known = notes.find(({ name }) => name === 'entities-unchecked')
  if (known) known.count = (known.count ?? 0) + count
  else notes.push({ name: 'entities-unchecked', value, count })
}

/** Returns the offset convention of a file, or undefined if the labels of its texts are not entities. */
async function countingOf(
  batches: AsyncIterable<RawText[]>,
): Promise<{ counting?: Counting; unchecked?: CountingSearch['unchecked'] }> {
  const search = new CountingSearch()
  for await (const rows of batches) {
    for (const row of rows) {
      if (!('fields' in row)) continue
      const { text, tokens, ...fields } = row.fields
      const marked = ['entities', 'label', 'labels'].map((name) => entitiesIn(fields[name])).find((found) => found)
      if (tokens !== undefined || (!marked && isTelling(fields))) return {}
      // Longer texts are skipped, because they are refused later, whatever their offsets.
      const isRead = typeof text === 'string' && text.length <= TEXT_CHARACTERS
      if (marked && isRead) search.add(text, marked)
    }
  }
  return { counting: search.best, unchecked: search.unchecked }
}

async function* readTable(file: TextFile, files: Files): AsyncGenerator<RawText[]> {
  for await (const { names, rows } of tableRows(file, files)) {
    yield rows.map((row) => {
      if ('fault' in row) return row
      return { place: row.place, fields: Object.fromEntries(names.map((name, index) => [name, row.cells[index]])) }
    })
  }
}

async function* readJsonLines(file: TextFile): AsyncGenerator<RawText[]> {
  let isFirst = true
  for await (const { line, texts } of textLines(file)) {
    const first: string | undefined = isFirst ? texts.find((text) => text.trim() !== '') : undefined
    // Some programs write a JSON list into a file with the extension of JSON lines.
    if (first?.trimStart().startsWith('[')) return yield* readJson(file)
    isFirst &&= first === undefined
    yield texts.flatMap((text, index) =>
      text.trim() === '' ? [] : [parsed({ file: file.name, line: line + index }, text)],
    )
  }
}

/**
 * Reads JSON in one of three forms: a list of texts, a document that contains such a list among other values, or one
 * text per line.
 */
async function* readJson(file: TextFile): AsyncGenerator<RawText[]> {
  if (await isJsonLines(file)) return yield* readJsonLines(file)
  let list: { key: string | null } | undefined
  let aside: JsonItem | undefined
  // Elements of a list in the document; it is not yet known whether this is the list of texts.
  let early: { key: string | null; rows: RawText[] } = { key: null, rows: [] }
  for await (const items of jsonItems(file)) {
    const rows: RawText[] = []
    for (const item of items) {
      const { key, isElement, text } = item
      if (key !== null) aside ??= item
      if (key === null || (isElement && text.startsWith('{'))) {
        if (list ? list.key !== key : early.rows.length > MAX_EARLY && early.key === key) refuseField(file, item)
        if (!list && early.key === key) rows.push(...early.rows)
        list ??= { key }
        rows.push(parsed(placeOf(file, item), text))
      } else if (list) {
        if (isElement && key === list.key) rows.push(parsed(placeOf(file, item), text))
      } else if (isElement) {
        if (early.key !== key) early = { key, rows: [] }
        if (early.rows.length <= MAX_EARLY) early.rows.push({ place: placeOf(file, item), fault: BROKEN })
      }
    }
    yield rows
  }
  if (!list && aside) fail('dataset.json-no-text', { file: file.name })
}

const refuseField = (file: TextFile, { key, line }: JsonItem) =>
  fail('dataset.field-unknown', { file: file.name, line, field: key ?? '' })

const placeOf = ({ name: file }: TextFile, { line, entry }: JsonItem): Place => ({
  file,
  line,
  ...(entry && { entry }),
})

const BROKEN: Fault = { reason: 'json', code: 'dataset.json-broken' }

function parsed(place: Place, text: string): RawText {
  const fields = parseJson(text)
  return isJsonObject(fields) ? { place, fields } : { place, fault: BROKEN }
}

/**
 * Reads one token per line with its tag at the end of the line. Older corpora have further columns between token and
 * tag. An empty line ends a sentence.
 */
async function* readTagged(file: TextFile): AsyncGenerator<RawText[]> {
  let sentence = new Sentence(file.name, 1)
  for await (const { line, texts } of textLines(file)) {
    const rows: RawText[] = []
    for (const [index, text] of texts.entries()) {
      const isAside = isDocumentStart(text) || (sentence.isEmpty && isComment(text))
      if (text.trim() !== '' && !isAside) sentence.add(text)
      else {
        rows.push(...sentence.end())
        sentence = new Sentence(file.name, line + index + 1)
      }
    }
    yield rows
  }
  yield sentence.end()
}

class Sentence {
  readonly #place: { file: string; line: number }
  readonly #tokens: string[] = []
  readonly #tags: string[] = []
  #lines = 0
  #wrong: { line: number; fault: Fault } | null = null

  constructor(file: string, line: number) {
    this.#place = { file, line }
  }

  get isEmpty(): boolean {
    return this.#lines === 0
  }

  add(text: string) {
    const separator = text.includes('\t') ? '\t' : ' '
    const first = text.indexOf(separator)
    const token = text.slice(0, Math.max(0, first)).trim()
    const tag = text.slice(text.lastIndexOf(separator) + 1).trim()
    const line = this.#place.line + this.#lines
    if (token === '' || tag === '')
      this.#wrong ??= { line, fault: { reason: 'tags-length', code: 'dataset.tag-missing' } }
    else if (isUntyped(tag)) {
      this.#wrong ??= { line, fault: { reason: 'tags-length', code: 'dataset.tag-untyped', params: { tag } } }
    }
    this.#lines += 1
    this.#tokens.push(token)
    this.#tags.push(tag)
  }

  end(): RawText[] {
    if (this.#lines === 0) return []
    if (this.#wrong) return [{ place: { ...this.#place, line: this.#wrong.line }, fault: this.#wrong.fault }]
    return [{ place: this.#place, fields: { tokens: this.#tokens, tags: this.#tags } }]
  }
}

/** Reads one text per file. The name of its folder is its class. */
async function* readFolders({ archive, notes }: Files, entries: Entry[]): AsyncGenerator<RawText[]> {
  const { classes, deep, notes: found } = classFolders(entries.map(({ fileName }) => fileName))
  notes.push(...found)
  const loose = entries[Math.max(0, classes.indexOf(null))] as Entry
  const different = new Set(classes)
  const isUnclassed = different.has(null) || different.size < 2 || classes.every((name) => isPart(name as string))
  if (isUnclassed) fail('dataset.texts-unclassed', { file: loose.fileName })
  if (deep !== undefined) fail('dataset.text-deep', { file: deep })
  const copies = new Copies()
  for (const [index, entry] of entries.entries()) {
    const text = await archive.text(entry, TEXT_BYTES)
    const fields = { id: entry.fileName, text, label: classes[index] }
    copies.add(entry.fileName, text)
    yield [{ place: { file: entry.fileName, line: null }, fields }]
  }
  notes.push(...copies.notes)
}
