import { writeSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** One file of tests, as its runner reports it when it has ended. */
export interface Suite {
  name: string
  passed: number
  failed: number
  skipped: number
  seconds: number
  failures: Failure[]
}

export interface Failure {
  name: string
  /** The whole of what is known of it: message, difference, place, and what the test printed. */
  text: string
}

/** The pipe over which a runner's reporter tells `make test` of its suites, a line of JSON each. */
export const SUITES_PIPE = 3

export const tellSuite = (suite: Suite) => writeSync(SUITES_PIPE, `${JSON.stringify(suite)}\n`)

/** One line to read while the tests run. */
export function suiteLine({ name, passed, failed, skipped, seconds }: Omit<Suite, 'failures'>): string {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  return `${failed > 0 ? '✗' : '✓'} ${name}: ${counts.filter(Boolean).join(', ')} (${seconds.toFixed(1)} s)\n`
}

/** A suite's line, and each of its failures whole. */
export function suiteReport(suite: Suite): string {
  const failures = suite.failures.map(({ name, text }) => `\n✗ ${name}\n${indented(plain(text))}\n\n`)
  return `${suiteLine(suite)}${failures.join('')}`
}

/** What failed, by name: the last thing one reads. */
export const failureList = (failures: Failure[]): string =>
  failures.length === 0 ? '' : `Failed:\n${failures.map(({ name }) => `  ${name}\n`).join('')}`

/** Text without colours and cursor movements. */
export const plain = (text: string) => stripVTControlCharacters(text).trimEnd()

const indented = (text: string) => text.replace(/^(?=.)/gm, '    ')

/** Cuts what comes in pieces into the suites it tells of. */
export function suiteReader(hear: (suite: Suite) => void) {
  let rest = ''
  return (piece: string) => {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(JSON.parse(line) as Suite)
  }
}
