import { AppError } from '@tessera/contract'
import { LINE_LIMIT, type TextFile, textChunks } from './text-lines.ts'

/** A piece of a JSON document: an element of the list it is or of a list it names, or another value it names. */
export interface JsonItem {
  /** Null in a document that is a list itself. */
  key: string | null
  isElement: boolean
  line: number
  text: string
}

type Expecting = 'document' | 'key' | 'colon' | 'value' | 'element' | 'nothing'

/** What is being cut out: its text so far, where it began, and how deep inside it we are. */
interface Piece {
  text: string
  line: number
  depth: number
  quoted: boolean
  escaped: boolean
}

/**
 * A document piece by piece, so that one of any size can be read, and each piece with its line. Pieces are cut out, not
 * understood: a broken one is for the reader to find. Where the document's own frame is broken the line is named.
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
    // The end of a named list is not the end of the document.
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
    return [{ key: this.#isList ? null : this.#key, isElement, line, text: text + tail }]
  }

  #name(text: string): string {
    try {
      return JSON.parse(text) as string
    } catch {
      return this.#refuse()
    }
  }

  #refuse(code: 'dataset.json-frame' | 'dataset.line-long' = 'dataset.json-frame'): never {
    throw new AppError(code, { file: this.#file.name, line: this.#line })
  }
}

/** The characters of the document's own frame that may come, and what is expected after each. */
const FRAMES: Partial<Record<Expecting, Record<string, Expecting>>> = {
  document: { '{': 'key', '[': 'element' },
  key: { ',': 'key', '}': 'nothing' },
  colon: { ':': 'value' },
  value: { '[': 'element' },
  element: { ',': 'element', ']': 'nothing' },
}

/** A piece of JSON; undefined where it is broken: the parser's own words quote what stands there. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
