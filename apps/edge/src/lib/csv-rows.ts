/** Delimiters between the values of a row. The last three occur in dumps of databases such as Hive. */
export const DELIMITERS = [',', ';', '\t', '|', '^', '~', '\u0001']

/**
 * Returns the possible delimiters of a text. R separates values by blanks by default. A blank counts as a delimiter
 * only after a closing quotation mark.
 */
export const delimitersFor = (start: Buffer) => (start[0] === QUOTE ? [...DELIMITERS, ' '] : DELIMITERS)

const [LF, CR, QUOTE, SPACE] = [0x0a, 0x0d, 0x22, 0x20]
const [OTHER, DELIMITER, NEWLINE, MARK] = [0, 1, 2, 3]

/** The position of a row in a buffer. `next` is the offset of the following row. */
export interface FoundRow {
  end: number
  next: number
  fields: number
  isLastEmpty: boolean
  lines: number
  isOpen: boolean
}

/** Returns, for each byte value, its meaning in a text with this delimiter. */
export function classesOf(delimiter: string): Uint8Array {
  const classes = new Uint8Array(256)
  classes[delimiter.charCodeAt(0)] = DELIMITER
  classes[LF] = NEWLINE
  classes[CR] = NEWLINE
  classes[QUOTE] = MARK
  return classes
}

/**
 * Returns the row that begins at `start`, or undefined if more text is needed. A quotation mark counts only at the
 * beginning of a value. Two quotation marks inside a quoted value mean one.
 */
export function findRow(bytes: Buffer, start: number, classes: Uint8Array, isLast: boolean): FoundRow | undefined {
  let fields = 1
  let valueStart = start
  // Most rows contain no quotation mark, so they are searched without the slower parser.
  for (let at = start; at < bytes.length; at += 1) {
    const kind = classes[bytes[at] as number]
    if (kind === OTHER) continue
    if (kind === DELIMITER) {
      fields += 1
      valueStart = at + 1
    } else if (kind === NEWLINE && bytes[at] === LF) {
      return { end: at, next: at + 1, fields, isLastEmpty: isBlank(bytes, valueStart, at), lines: 1, isOpen: false }
    } else break
  }
  return findMarkedRow(bytes, start, classes, isLast)
}

function findMarkedRow(bytes: Buffer, start: number, classes: Uint8Array, isLast: boolean): FoundRow | undefined {
  const length = bytes.length
  const open = { end: start, next: start, fields: 0, isLastEmpty: false, lines: 0, isOpen: true }
  let fields = 1
  let lines = 1
  let at = start
  let valueStart = start
  for (;;) {
    while (at < length && bytes[at] === SPACE && classes[SPACE] === OTHER) at += 1
    if (at < length && bytes[at] === QUOTE) {
      at += 1
      for (;;) {
        while (at < length && bytes[at] !== QUOTE) {
          const byte = bytes[at]
          if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) lines += 1
          at += 1
        }
        if (at === length) return isLast ? open : undefined
        if (at + 1 === length && !isLast) return undefined
        if (bytes[at + 1] !== QUOTE) break
        at += 2
      }
      at += 1
      while (at < length && bytes[at] === SPACE && classes[SPACE] === OTHER) at += 1
      if (at < length && !isBorder(classes, bytes, at)) return open
    } else {
      while (at < length && !isBorder(classes, bytes, at)) at += 1
    }
    if (at === length && !isLast) return undefined
    if (at === length || classes[bytes[at] as number] === NEWLINE) break
    fields += 1
    at += 1
    valueStart = at
  }
  const end = at
  const isReturn = at < length && bytes[at] === CR
  if (isReturn && at + 1 === length && !isLast) return undefined
  const next = at === length ? at : at + (isReturn && bytes[at + 1] === LF ? 2 : 1)
  return { end, next, fields, isLastEmpty: isBlank(bytes, valueStart, end), lines, isOpen: false }
}

const isBorder = (classes: Uint8Array, bytes: Buffer, at: number) => {
  const kind = classes[bytes[at] as number]
  return kind === DELIMITER || kind === NEWLINE
}

/** Returns whether a range of bytes contains only spaces. */
export function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] !== SPACE) return false
  return true
}

/**
 * Returns whether a row contains only separators, spaces and empty quotation marks, which spreadsheets write for rows
 * without values.
 */
export function isNothing(bytes: Buffer, start: number, end: number, classes: Uint8Array): boolean {
  for (let at = start; at < end; at += 1) {
    const kind = classes[bytes[at] as number]
    if (kind === OTHER && bytes[at] !== SPACE) return false
  }
  return true
}
