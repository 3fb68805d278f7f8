import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { python, root } from '../places.ts'
import { machineSpeed, slownessOf, speedText } from './speed.ts'
import { runStage } from './stages.ts'
import { failureList, type Suite, suiteReader, suiteReport } from './suites.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-report-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a real test runner on the files in the folder. Returns the suites that its reporter sends. */
async function suitesOf(command: string, args: string[], cwd = folder, env = {}): Promise<Suite[]> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const suites: Suite[] = []
  suiteReader((suite) => suites.push(suite)).read(await text(child.stdio[3] as Readable))
  return suites
}
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const reporter = (name: string) => `--reporter=${join(root, 'tools', 'testing', name)}`
const pytestEnv = { PYTHONPATH: join(root, 'tools', 'testing'), PYTHONDONTWRITEBYTECODE: '1' }

test('reports for vitest a suite per file, and a failure with its difference and the test’s output', async () => {
  await writeFile(
    join(folder, 'sums.test.ts'),
    `import { expect, test } from 'vitest'
     test('right', () => expect(1 + 1).toBe(2))
     test('wrong', () => { console.log('adding'); expect({ sum: 3 }).toEqual({ sum: 2 }) })
     test.skip('later', () => {})`,
  )
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}')
  await writeFile(join(folder, 'unread.test.ts'), `throw new Error('cannot be read')`)
  const suites = await suitesOf(bin('vitest'), ['run', reporter('vitest-lines.ts')])
  const [sums, unread] = suites.toSorted((one, other) => one.name.localeCompare(other.name))
  expect(sums).toMatchObject({ name: 'sums.test.ts', passed: 1, failed: 1, skipped: 1 })
  expect(sums?.failures[0]?.name).toBe('sums.test.ts > wrong')
  for (const part of ['deeply equal', '"sum": 2', '"sum": 3', 'sums.test.ts:3', 'adding']) {
    expect(sums?.failures[0]?.text).toContain(part)
  }
  expect(unread).toMatchObject({ passed: 0, failed: 1 })
  expect(unread?.failures[0]?.text).toContain('cannot be read')
})

test('reports for pytest the same as for vitest, and a failure for a file that cannot be collected', async () => {
  await writeFile(
    join(folder, 'test_sums.py'),
    `import pytest
def test_right(): assert 1 + 1 == 2
def test_wrong():
    print("adding")
    assert {"sum": 3} == {"sum": 2}
@pytest.mark.skip
def test_later(): pass
@pytest.fixture
def broken(): raise OSError("no set-up")
def test_set_up(broken): pass
`,
  )
  await writeFile(join(folder, 'test_unread.py'), 'import nothing_of_that_name\n')
  const args = ['-m', 'pytest', '-p', 'pytest_lines', '-p', 'no:cacheprovider', '--continue-on-collection-errors', '.']
  const suites = await suitesOf(python, args, folder, pytestEnv)
  const of = (name: string) => suites.find((suite) => suite.name === name)
  expect(of('engine/test_sums.py')).toMatchObject({ passed: 1, failed: 2, skipped: 1 })
  const [wrong, setUp] = of('engine/test_sums.py')?.failures ?? []
  expect(wrong?.name).toBe('engine/test_sums.py::test_wrong')
  expect(failureList(setUp ? [setUp] : [])).toContain('\n    OSError: no set-up ')
  expect(wrong?.text).toMatch(/\{"sum": 3\} == \{"sum": 2\}[\s\S]*Captured stdout call:\nadding/)
  expect(setUp?.text).toContain('no set-up')
  expect(of('engine/test_unread.py')).toMatchObject({ passed: 0, failed: 1 })
})

test('reports for playwright tests that did not run, and a browser that does not start, as failures', async () => {
  await writeFile(join(folder, 'playwright.config.ts'), `export default { testMatch: '*.journey.ts', workers: 1 }`)
  await writeFile(
    join(folder, 'walk.journey.ts'),
    `import { expect, test } from '@playwright/test'
     test.describe(() => {
       test.describe.configure({ mode: 'serial' })
       test('right', () => expect(1 + 1).toBe(2))
       test('wrong', () => { console.log('walking'); expect(1 + 1).toBe(3) })
       test('after it', () => {})
     })`,
  )
  await writeFile(
    join(folder, 'browser.journey.ts'),
    `import { test } from '@playwright/test'
     test.use({ launchOptions: { executablePath: '/no-such-browser' } })
     test('in a browser', async ({ page }) => { await page.goto('about:blank') })`,
  )
  const suites = await suitesOf(bin('playwright'), ['test', reporter('playwright-lines.ts')])
  expect(suites).toMatchObject([
    { passed: 0, failed: 1, skipped: 0 },
    { passed: 1, failed: 2, skipped: 0 },
  ])
  const [browser, wrong, after] = suites.flatMap(({ failures }) => failures.map(({ text }) => text))
  expect(browser).toContain('no-such-browser')
  expect(wrong).toMatch(/Expected: .*3[\s\S]*walking/)
  expect(after).toMatch(/did not run/)
})

type Files = Record<string, string>

/** For each real runner, a passing test, and code that exits with status 0 during the tests. */
const runners = {
  vitest: {
    command: bin('vitest'),
    args: ['run', '--passWithNoTests', reporter('vitest-lines.ts')],
    none: { 'vitest.config.mjs': 'export default {}' },
    right: { 'right.test.ts': `import { test } from 'vitest'; test('right', () => {})` },
    leaving: {
      'vitest.config.mjs': `export default { test: { globalSetup: './leave.mjs' } }`,
      'leave.mjs': 'export const setup = () => process.exit(0)',
    },
  },
  pytest: {
    command: python,
    args: ['-m', 'pytest', '-s', '-p', 'pytest_lines', '-p', 'no:cacheprovider'],
    env: pytestEnv,
    none: { 'conftest.py': 'def pytest_sessionfinish(session): session.exitstatus = 0' },
    right: { 'test_a_right.py': 'def test_right(): pass' },
    leaving: { 'test_b_leaves.py': 'import os\ndef test_leaves(): os._exit(0)\ndef test_after(): pass' },
  },
  playwright: {
    command: bin('playwright'),
    args: ['test', '--pass-with-no-tests', reporter('playwright-lines.ts')],
    none: { 'playwright.config.ts': `export default { testMatch: '*.journey.ts' }` },
    right: { 'right.journey.ts': `import { test } from '@playwright/test'; test('right', () => {})` },
    leaving: {
      'playwright.config.ts': `export default { testMatch: '*.journey.ts', globalSetup: './leave.ts' }`,
      'leave.ts': 'export default () => process.exit(0)',
    },
  },
}
const names = Object.keys(runners) as (keyof typeof runners)[]

/** Runs a test runner on these files as a stage of `make test`. Returns its output and the sums of results. */
async function stageOf(name: keyof typeof runners, files: Files) {
  const cwd = await mkdtemp(join(folder, 'stage-'))
  for (const [file, content] of Object.entries(files)) await writeFile(join(cwd, file), content)
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  const sum = await runStage({ name, cwd, hasSuites: true, ...runners[name] }, { logs: cwd, print })
  return { ...sum, printed, cwd }
}

test.each(names)(
  '%s: reports a failure if the runner exits during the tests, even with exit status 0',
  async (name) => {
    const { none, right, leaving } = runners[name]
    expect(await stageOf(name, { ...none, ...right })).toMatchObject({ passed: 1, failed: 0, failures: [] })

    const left = await stageOf(name, { ...none, ...right, ...leaving })
    expect(left).toMatchObject({ failed: 1, failures: [{ name }] })
    expect(left.failures[0]?.text).toContain('before all tests had run')
  },
)

test.each(names)('%s: reports a failure if there is no test', async (name) => {
  const none = await stageOf(name, runners[name].none)
  expect(none).toMatchObject({ passed: 0, failed: 1, failures: [{ name }] })
  expect(none.printed).toContain('reported no tests')
})

test('counts a line on the pipe that is not a suite as a failure, and counts the valid suites', async () => {
  const { passed, failed, failures } = await stageOf('pytest', {
    'test_noise.py': String.raw`import os
def test_noise(): os.write(3, b'noise\n5\n{"passed": 1}\n')
def test_after(): pass`,
  })
  expect({ passed, failed }).toEqual({ passed: 2, failed: 1 })
  for (const line of ['noise', '5', '{"passed": 1}']) expect(failures[0]?.text).toContain(line)
})

test('ends without waiting for a process that the tests left running', async () => {
  const { passed, failed, printed, cwd } = await stageOf('pytest', {
    'test_leak.py': `import pathlib, subprocess
def test_leak(): pathlib.Path("leak").write_text(str(subprocess.Popen(["sleep", "50"]).pid))`,
  })
  // Signal 0 only checks whether the process exists; this throws if the process has ended.
  const leak = Number(await readFile(join(cwd, 'leak'), 'utf8'))
  expect(() => process.kill(leak, 0)).not.toThrow()
  process.kill(leak)
  expect({ passed, failed }).toEqual({ passed: 1, failed: 0 })
  expect(printed).toContain('still holds its output')
})

test('prints one line without colours per suite, each failure in full, and a list of failures at the end', () => {
  const failures = [{ name: 'a.test.ts > b', text: '\u001b[31mexpected 1\u001b[39m\n\nat a.test.ts:1' }]
  const suite = { name: 'a.test.ts', passed: 3, failed: 1, skipped: 0, seconds: 1.25, failures }
  expect(suiteReport(suite)).toBe(
    '✗ a.test.ts: 3 passed, 1 failed (1.3 s)\n\n✗ a.test.ts > b\n    expected 1\n\n    at a.test.ts:1\n\n',
  )
  expect(suiteReport({ ...suite, failed: 0, skipped: 2, failures: [] })).toBe(
    '✓ a.test.ts: 3 passed, 2 skipped (1.3 s)\n',
  )
  expect(failureList(failures)).toBe('Failed:\n  a.test.ts > b\n    expected 1 at a.test.ts:1\n')
  expect(failureList([])).toBe('')
})

test('lists only the first failures of a file with many, because they may have caused the others', () => {
  const failures = Array.from({ length: 5 }, (_none, index) => ({ name: `test_a.py::test_${index}`, text: 'why' }))
  expect(failureList([...failures, { name: 'b.spec.ts > walk > on', text: 'why' }]).match(/^ {2}\S.*$/gm)).toEqual([
    '  test_a.py::test_0',
    '  test_a.py::test_1',
    '  test_a.py::test_2',
    '  and 2 more of test_a.py',
    '  b.spec.ts > walk > on',
  ])
})

test('reads suites from the pipe, however the data is split', () => {
  const received: string[] = []
  const { read, state } = suiteReader(({ name }) => received.push(name))
  const rest = '"passed":1,"failed":0,"skipped":0,"seconds":1,"failures":[]}'
  for (const piece of [`{"name":"one",${rest}\n{"na`, `me":"two",${rest}`, '\n{"closing":', 'true}\n']) read(piece)
  expect(received).toEqual(['one', 'two'])
  expect(state).toEqual({ closed: true, strays: [] })
})

test('reports the machine’s speed relative to the reference machine', () => {
  expect(speedText({ node: 0.011, python: 0.9 }, [1.5, 1, 0.25], 2)).toBe(
    'Ten million additions: Python 0.90 s (1.5 times the reference of 0.6 s), Node 0.01 s; load 1.5 1.0 0.3 on 2 cores\n',
  )
})

test('scales limits by the measured speed or by the load, whichever is slower, and never below the reference', () => {
  expect(slownessOf({ python: 0.3 }, [0, 0, 0], 2)).toBe(1)
  expect(slownessOf({ python: 1.2 }, [0, 0, 0], 2)).toBe(2)
  expect(slownessOf({ python: 1.2 }, [40, 0, 0], 2)).toBe(20)
})

test('reports a machine without the project’s Python, and still scales limits', () => {
  const { line, slowness } = machineSpeed(process.execPath, join(folder, 'no-python'))
  expect(line).toMatch(/^Ten million additions: not measured.*no-python.*\n$/)
  expect(slowness).toBeGreaterThanOrEqual(1)
})
