import { AppError } from '@tessera/contract'
import { LINE_LIMIT, type TextFile, textChunks } from './text-lines.ts'

/** A piece of a JSON document: an element of its list, or a named value. */
export interface JsonItem {
  /** Name of the list or value, or null if the document itself is a list. */
  key: string | null
  isElement: boolean
  line: number
  /** Position of an element in its list, from 0. */
  index: number
  /**
   * Path of an element, such as `nodes[4]`. Set if its line begins with another element, because the line number would
   * then be ambiguous.
   */
  entry?: string
  text: string
}

type Expecting = 'document' | 'key' | 'colon' | 'value' | 'element' | 'nothing'

/** The piece that is currently read: its text so far, its first line, and the nesting depth. */
interface Piece {
  text: string
  line: number
  depth: number
  quoted: boolean
  escaped: boolean
}

/**
 * Yields a document piece by piece with line numbers, so that documents of any size can be read. Pieces are not parsed;
 * the caller detects invalid pieces. If the structure around the pieces is invalid, the error names the line.
 */
export async function* jsonItems(file: TextFile): AsyncGenerator<JsonItem[]> {
  const cutter = new Cutter(file)
  for await (const chunk of textChunks(file)) {
    const items = cutter.take(chunk)
    if (items.length > 0) yield items
  }
  cutter.end()
}

class Cutter {
  readonly #file: TextFile
  #line = 1
  #expecting: Expecting = 'document'
  #isList = false
  #key: string | null = null
  #piece: Piece | null = null
  /**
   * Position of the next element in the current list, and the line in which the previous element ended or the list
   * began.
   */
  #next = { index: 0, from: 1 }

  constructor(file: TextFile) {
    this.#file = file
  }

  take(chunk: string): JsonItem[] {
    const items: JsonItem[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk[at] as string
      const piece = this.#piece
      if (!piece) {
        if (this.#isFrame(character)) this.#frame(character)
        else if (character.trim() !== '') {
          this.#begin(character)
          start = at
        }
      } else if (piece.quoted) {
        if (piece.escaped) piece.escaped = false
        else if (character === '\\') piece.escaped = true
        else if (character === '"') {
          piece.quoted = false
          if (piece.depth === 0) items.push(...this.#cut(piece, chunk.slice(start, at + 1)))
        }
      } else if (character === '"') piece.quoted = true
      else if (character === '{' || character === '[') piece.depth += 1
      else if (
        piece.depth === 0 &&
        (character === ',' || character === '}' || character === ']' || character.trim() === '')
      ) {
        items.push(...this.#cut(piece, chunk.slice(start, at)))
        if (this.#isFrame(character)) this.#frame(character)
      } else if (character === '}' || character === ']') {
        piece.depth -= 1
        if (piece.depth === 0) items.push(...this.#cut(piece, chunk.slice(start, at + 1)))
      }
      if (character === '\n') this.#line += 1
    }
    if (this.#piece) {
      this.#piece.text += chunk.slice(start)
      if (this.#piece.text.length > LINE_LIMIT) this.#refuse('dataset.line-long')
    }
    return items
  }

  end() {
    if (this.#piece || this.#expecting !== 'nothing') this.#refuse()
  }

  #isFrame(character: string): boolean {
    if (character === ',' || character === '}' || character === ']' || character === ':') return true
    return (
      (this.#expecting === 'document' && (character === '{' || character === '[')) ||
      (this.#expecting === 'value' && character === '[')
    )
  }

  #frame(character: string) {
    const { [character]: next } = (FRAMES[this.#expecting] ?? {}) as Record<string, Expecting | undefined>
    if (!next) this.#refuse()
    if (this.#expecting === 'document') this.#isList = character === '['
    if (character === '[') this.#next = { index: 0, from: this.#line }
    // If the list is a named value, the document continues after the end of the list.
    this.#expecting = this.#expecting === 'element' && character === ']' ? (this.#isList ? 'nothing' : 'key') : next
  }

  #begin(character: string) {
    if (this.#expecting === 'nothing' || this.#expecting === 'document' || this.#expecting === 'colon') this.#refuse()
    if (this.#expecting === 'key' && character !== '"') this.#refuse()
    this.#piece = {
      text: '',
      line: this.#line,
      depth: character === '{' || character === '[' ? 1 : 0,
      quoted: character === '"',
      escaped: false,
    }
  }

  #cut({ text, line }: Piece, tail: string): JsonItem[] {
    this.#piece = null
    if (this.#expecting === 'key') {
      this.#key = this.#name(text + tail)
      this.#expecting = 'colon'
      return []
    }
    const isElement = this.#expecting === 'element'
    if (!isElement) this.#expecting = 'key'
    const key = this.#isList ? null : this.#key
    const { index, from } = this.#next
    const entry = isElement && line === from ? { entry: this.#entry } : {}
    this.#next = { index: index + 1, from: this.#line }
    return [{ key, isElement, line, index, ...entry, text: text + tail }]
  }

  /** Path of the current element, such as `annotations[4]`. */
  get #entry(): string {
    return `${(this.#isList ? null : this.#key) ?? ''}[${this.#next.index}]`
  }

  #name(text: string): string {
    try {
      return JSON.parse(text) as string
    } catch {
      return this.#refuse()
    }
  }

  #refuse(code: 'dataset.json-frame' | 'dataset.line-long' = 'dataset.json-frame'): never {
    const isInElement = this.#piece && this.#expecting === 'element' && this.#piece.line === this.#next.from
    throw new AppError(code, {
      file: this.#file.name,
      line: this.#line,
      ...(isInElement && { entry: this.#entry }),
    })
  }
}

/** For each state, the valid structural characters of the document and the state that follows each of them. */
const FRAMES: Partial<Record<Expecting, Record<string, Expecting>>> = {
  document: { '{': 'key', '[': 'element' },
  key: { ',': 'key', '}': 'nothing' },
  colon: { ':': 'value' },
  value: { '[': 'element' },
  element: { ',': 'element', ']': 'nothing' },
}

/**
 * Returns whether a file contains one JSON object per line, whatever its name: its first line is a complete object, and
 * the next one begins another object.
 */
export async function isJsonLines(file: TextFile): Promise<boolean> {
  let start = ''
  for await (const chunk of textChunks(file)) {
    start += chunk
    if (start.length > LINE_LIMIT || hasTwoLines(start)) break
  }
  const [first = '', second = ''] = linesOf(start)
  return second.trimStart().startsWith('{') && isJsonObject(parseJson(first))
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** The code uses no regular expression, because that would take quadratic time for a document with one long line. */
function hasTwoLines(text: string): boolean {
  const end = text.indexOf('\n', text.length - text.trimStart().length)
  return end >= 0 && text.slice(end).trimStart() !== ''
}

/**
 * Matches at least 16 digits outside a fraction. Only such texts are parsed with a reviver, which takes forty times as
 * long: embeddings contain many fractions.
 */
const MANY_DIGITS = /(?<![0-9.])[0-9]{16}/

/**
 * JSON reviver that keeps an integer as text if a double would round it, because such an integer is mostly an
 * identifier.
 */
function exact(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isRounded && /^-?[0-9]+$/.test(source) ? source : value
}

/**
 * Parses a piece of JSON. Returns undefined if it is invalid, because the error message of the parser would quote data.
 */
export function parseJson(text: string): unknown {
  try {
    return MANY_DIGITS.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
