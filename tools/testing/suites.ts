import { writeSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export type Failure = z.infer<typeof Failure>
const Failure = z.object({
  name: z.string(),
  /** The message, difference, position and output of the failed test. */
  text: z.string(),
})

/** The results of one file of tests, which its runner reports when the file has ended. */
export type Suite = z.infer<typeof Suite>
const Suite = z.object({
  name: z.string(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  seconds: z.number(),
  failures: z.array(Failure),
})

/**
 * The last line that a reporter sends, which proves that its runner completed. A runner that crashes can still exit
 * with 0.
 */
const Closing = z.object({ closing: z.literal(true) })

/** Descriptor of the pipe over which a reporter sends suites to `make test`, as one line of JSON each. */
export const SUITES_PIPE = 3

export const printSuite = (suite: Suite) => tell(suite)
export const printClosing = () => tell({ closing: true })

const tell = (line: Suite | z.infer<typeof Closing>) => writeSync(SUITES_PIPE, `${JSON.stringify(line)}\n`)

/** Returns the line of output for a suite. */
export function suiteLine({ name, passed, failed, skipped, seconds }: Omit<Suite, 'failures'>): string {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  return `${failed > 0 ? '✗' : '✓'} ${name}: ${counts.filter(Boolean).join(', ')} (${seconds.toFixed(1)} s)\n`
}

/** Returns the line of output for a suite, followed by its failures in full. */
export function suiteReport(suite: Suite): string {
  const failures = suite.failures.map(({ name, text }) => `\n✗ ${name}\n${indented(plain(text))}\n\n`)
  return `${suiteLine(suite)}${failures.join('')}`
}

/**
 * Returns a list of all failures with name and first line. It is printed last, because truncated output keeps its end.
 * For each file it contains only the first failures, which often cause the others.
 */
export function failureList(failures: Failure[]): string {
  if (failures.length === 0) return ''
  const lines = Object.entries(Object.groupBy(failures, fileOf)).flatMap(([file, some = []]) => [
    ...some.slice(0, FIRST_ONES).map(failureLines),
    some.length > FIRST_ONES ? `  and ${some.length - FIRST_ONES} more of ${file}\n` : '',
  ])
  return `Failed:\n${lines.join('')}`
}

const FIRST_ONES = 3

const fileOf = ({ name }: Failure) => name.split(/::| > /)[0] ?? name

function failureLines({ name, text }: Failure): string {
  return `  ${name}\n    ${plain(text).replace(/\s+/g, ' ').trim().slice(0, MAX_WHY)}\n`
}

const MAX_WHY = 240

/** Removes colours and cursor movements from a text. */
export const plain = (text: string) => stripVTControlCharacters(text).trimEnd()

const indented = (text: string) => text.replace(/^(?=.)/gm, '    ')

/**
 * Returns a reader that splits the pipe's data into suites. The reader also records invalid lines, and whether the
 * closing line has arrived.
 */
export function suiteReader(hear: (suite: Suite) => void) {
  const state = { closed: false, strays: [] as string[] }
  let rest = ''
  const read = (piece: string) => {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { data } = z.union([Suite, Closing]).safeParse(fromJson(line))
      if (!data) state.strays.push(line)
      else if ('closing' in data) state.closed = true
      else hear(data)
    }
  }
  return { read, state }
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
