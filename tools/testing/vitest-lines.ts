import type { SerializedError, UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { type Failure, printClosing, printSuite, type Suite } from './suites.ts'

/** Vitest reporter that sends the result of each file of tests to `make test`. */
export default class VitestLines implements Reporter {
  readonly #printed = new Map<string, string>()

  onUserConsoleLog({ taskId, content }: UserConsoleLog) {
    if (taskId) this.#printed.set(taskId, `${this.#printed.get(taskId) ?? ''}${content}`)
  }

  onTestModuleEnd(file: TestModule) {
    const tests = [...file.children.allTests()]
    const count = (...states: string[]) => tests.filter((test) => states.includes(test.result().state)).length
    const failures = [
      ...[file, ...file.children.allSuites()].flatMap((group) => this.#failureOf(group, group.errors())),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .flatMap((test) => this.#failureOf(test, test.result().errors ?? [])),
    ]
    const suite: Suite = {
      name: file.relativeModuleId,
      passed: count('passed'),
      // Counts a file that could not be read as one failure, because no test of it has failed.
      failed: Math.max(count('failed'), failures.length),
      skipped: count('skipped', 'pending'),
      seconds: file.diagnostic().duration / 1_000,
      failures,
    }
    printSuite(suite)
  }

  /** Reports errors that belong to no known test. */
  onTestRunEnd(_files: readonly TestModule[], errors: readonly SerializedError[]) {
    const failures = errors.map(({ message, stack = '' }) => ({
      name: 'outside any test',
      text: `${message}\n${stack}`,
    }))
    if (failures.length > 0) {
      printSuite({ name: 'vitest', passed: 0, failed: failures.length, skipped: 0, seconds: 0, failures })
    }
    printClosing()
  }

  #failureOf(
    of: TestModule | TestSuite | TestCase,
    errors: readonly { message: string; diff?: string; stack?: string }[],
  ): Failure[] {
    if (errors.length === 0) return []
    const file = of.type === 'module' ? of : of.module
    const name = of.type === 'module' ? file.relativeModuleId : `${file.relativeModuleId} > ${of.fullName}`
    const texts = errors.flatMap(({ message, diff, stack = '' }) => [
      ownFrames(stack.includes(message) ? stack : `${message}\n${stack}`),
      diff,
    ])
    const printed = this.#printed.get(of.id)
    return [{ name, text: [...texts, printed && `It printed:\n${printed}`].filter(Boolean).join('\n') }]
  }
}

/** Returns the lines of a stack trace that are in our own files. */
const ownFrames = (stack: string) =>
  stack.replace(/^ +at .*\bnode_modules\b.*\n?/gm, '').replace(/^ +at new Promise .*\n?/gm, '')
