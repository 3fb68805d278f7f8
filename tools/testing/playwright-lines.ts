import { relative } from 'node:path'
import type { FullConfig, Suite as Group, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { root } from '../places.ts'
import { type Failure, printClosing, printSuite } from './suites.ts'

/** Playwright reporter that sends the result of each file of journeys to `make test`. */
export default class PlaywrightLines implements Reporter {
  readonly #left = new Map<string, Set<TestCase>>()
  readonly #ended = new Map<string, { test: TestCase; result: TestResult }[]>()
  readonly #errors: string[] = []

  onBegin(_config: FullConfig, group: Group) {
    for (const test of group.allTests()) {
      const file = relative(root, test.location.file)
      this.#left.set(file, (this.#left.get(file) ?? new Set()).add(test))
    }
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const file = relative(root, test.location.file)
    this.#ended.set(file, [...(this.#ended.get(file) ?? []), { test, result }])
    const left = this.#left.get(file)
    left?.delete(test)
    if (left?.size === 0) this.#tell(file)
  }

  /** Reports errors outside any test: a browser or demo that does not start, or a file that cannot be read. */
  onError({ message = '', stack }: TestError) {
    this.#errors.push(stack ?? message)
  }

  onEnd() {
    for (const [file, left] of this.#left) if (left.size > 0) this.#tell(file)
    const failures = this.#errors.map((text) => ({ name: 'playwright', text }))
    if (failures.length > 0) {
      printSuite({ name: 'playwright', passed: 0, failed: failures.length, skipped: 0, seconds: 0, failures })
    }
    printClosing()
  }

  printsToStdio() {
    return true
  }

  #tell(file: string) {
    const ended = this.#ended.get(file) ?? []
    const passed = ended.filter(({ result }) => result.status === 'passed')
    const failures: Failure[] = [
      ...ended.filter((one) => !passed.includes(one)).map(({ test, result }) => failureOf(file, test, result)),
      // Reports a journey that did not run as failed, because it has proved nothing.
      ...[...(this.#left.get(file) ?? [])].map((test) => ({ name: nameOf(file, test), text: 'It did not run.' })),
    ]
    const seconds = ended.reduce((sum, { result }) => sum + result.duration, 0) / 1_000
    printSuite({ name: file, passed: passed.length, failed: failures.length, skipped: 0, seconds, failures })
  }
}

const nameOf = (file: string, test: TestCase) => `${file} > ${test.titlePath().slice(3).join(' > ')}`

function failureOf(file: string, test: TestCase, { status, errors, attachments, stdout, stderr }: TestResult): Failure {
  if (status === 'skipped') return { name: nameOf(file, test), text: 'It did not run: one before it failed.' }
  const seen = errors.map(({ message = '', stack = '', snippet = '' }) =>
    [stack.includes(message) ? stack : `${message}\n${stack}`, snippet].join('\n'),
  )
  const saved = attachments.flatMap(({ name, path }) => (path ? [`${name}: ${relative(root, path)}`] : []))
  const printed = [...stdout, ...stderr].join('')
  return {
    name: nameOf(file, test),
    text: [...seen, ...saved, printed && `It printed:\n${printed}`].filter(Boolean).join('\n'),
  }
}
