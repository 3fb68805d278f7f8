import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { isJsonObject, jsonItems, parseJson } from '../../../../lib/json-items.ts'
import { type TextFile, textLines, unpackText } from '../../../../lib/text-lines.ts'
import { classFolders } from '../class-folders.ts'
import { peek } from '../peek.ts'
import { isPart } from '../picture-names.ts'
import type { Source } from '../reader.ts'
import type { Place } from '../rejects.ts'
import { type Fault, tableRows } from '../table-rows.ts'
import { isDocumentStart, isUntyped, looksTagFirst, looksTagged } from './tags.ts'

/** A text as some file has it, its fields by name; or what is wrong with it. */
export type RawText = { place: Place; fields: Record<string, unknown> } | { place: Place; fault: Fault }

type Files = Pick<Source, 'archive' | 'scratch' | 'options'> & Pick<ReadingReport, 'renamed' | 'notes'>

const TABLE = /\.(csv|tsv)$/i
const JSON_LINES = /\.(jsonl|ndjson)$/i
const JSON_FILE = /\.json$/i
const TAGGED = /\.(conll|bio|iob2?|bioes|bmes)$/i
const TEXT = /\.txt$/i
const TEXT_BYTES = 4 * 1024 * 1024

/** All texts of an archive, in batches, whatever form its files have. */
export async function* rawTexts(files: Files): AsyncGenerator<RawText[]> {
  const entries = inOrder(files.archive.entries)
  const plain = entries.filter(({ fileName }) => TEXT.test(fileName))
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

/** By their names, numbers in them by their size. A collator of the language's own takes seconds for many names. */
function inOrder(entries: Entry[]): Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: orderOf(entry.fileName) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed.map(({ entry }) => entry)
}

/** The longer number is the larger one. */
const orderOf = (name: string) =>
  name.replace(/0*(\d+)/g, (_all, digits: string) => `${String.fromCharCode(digits.length)}${digits}`)

type FileReader = (file: TextFile, files: Files) => AsyncGenerator<RawText[]>

function readerOf(name: string): FileReader | undefined {
  if (TABLE.test(name)) return readTable
  if (JSON_LINES.test(name)) return readJsonLines
  if (JSON_FILE.test(name)) return readJson
  return TAGGED.test(name) ? readTagged : undefined
}

async function* readFile(files: Files, entry: Entry, read: FileReader) {
  const path = join(files.scratch, 'texts.in')
  try {
    yield* read(await unpackText(files.archive, entry, path), files)
  } finally {
    await rm(path, { force: true })
  }
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
    // A list under this name, as some programs write it.
    if (first?.trimStart().startsWith('[')) return yield* readJson(file)
    isFirst &&= first === undefined
    yield texts.flatMap((text, index) =>
      text.trim() === '' ? [] : [parsed({ file: file.name, line: line + index }, text)],
    )
  }
}

/** A document that is a list of texts. */
async function* readJson(file: TextFile): AsyncGenerator<RawText[]> {
  for await (const items of jsonItems(file)) {
    yield items.map(({ key, line, text }) => {
      const place = { file: file.name, line }
      if (key !== null) fail('dataset.field-unknown', { ...place, field: key })
      return parsed(place, text)
    })
  }
}

function parsed(place: Place, text: string): RawText {
  const fields = parseJson(text)
  return isJsonObject(fields) ? { place, fields } : { place, fault: { reason: 'json', code: 'dataset.json-broken' } }
}

/** One token a line, its tag behind it (and, in older corpora, other columns between); an empty line ends a sentence. */
async function* readTagged(file: TextFile): AsyncGenerator<RawText[]> {
  let sentence = new Sentence(file.name, 1)
  for await (const { line, texts } of textLines(file)) {
    const rows: RawText[] = []
    for (const [index, text] of texts.entries()) {
      if (text.trim() !== '' && !isDocumentStart(text)) sentence.add(text)
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

/** Each text a file, its class the folder it lies in. */
async function* readFolders({ archive, notes }: Files, entries: Entry[]): AsyncGenerator<RawText[]> {
  const { classes, deep, notes: found } = classFolders(entries.map(({ fileName }) => fileName))
  notes.push(...found)
  const loose = entries[Math.max(0, classes.indexOf(null))] as Entry
  const different = new Set(classes)
  const isUnclassed = different.has(null) || different.size < 2 || classes.every((name) => isPart(name as string))
  if (isUnclassed) fail('dataset.texts-unclassed', { file: loose.fileName })
  if (deep !== undefined) fail('dataset.text-deep', { file: deep })
  for (const [index, entry] of entries.entries()) {
    const text = await archive.text(entry, TEXT_BYTES)
    const fields = { id: entry.fileName, text, label: classes[index] }
    yield [{ place: { file: entry.fileName, line: null }, fields }]
  }
}
