import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startFrom } from '../e2e/start-demo.ts'

const FAILS = `console.error('✗ a step failed. Another \`make demo\` continues with it.')`
const STAYS = `process.on('SIGINT', () => process.exit(1)); setInterval(() => {}, 1_000)`

// The set-up of the journeys sets this variable. Other tests run in the same process, so this removes the variable.
beforeEach(() => vi.stubEnv('E2E_DATA_DIR', undefined))
afterEach(() => vi.unstubAllEnvs())

/**
 * Writes a script that replaces the demo. It records its process id and its data folder, in which it creates a file.
 */
function script(text: string) {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-start-demo-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const notes = join(dir, 'notes')
  const file = join(dir, 'demo.mjs')
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs'
    const { DATA_DIR } = process.env
    writeFileSync(DATA_DIR + '/journal', '')
    writeFileSync(${JSON.stringify(notes)}, JSON.stringify([process.pid, DATA_DIR]))
    ${text}`,
  )
  return { file, noted: () => JSON.parse(readFileSync(notes, 'utf8')) as [number, string] }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['a demo whose main job fails', `${STAYS}; ${FAILS}`, 'Another `make demo`'],
  ['a demo that ends', 'process.exit(3)', 'the demo ended (3)'],
])('reports %s of a demo, and leaves neither its processes nor its data', async (_what, text, message) => {
  const { file, noted } = script(text)
  await expect(startFrom(file)).rejects.toThrow(message)
  const [pid, dataDir] = noted()
  expect([isAlive(pid), existsSync(dataDir)]).toEqual([false, false])
})

test('stops a demo that is ready, and removes its data', async () => {
  const { file, noted } = script(`${STAYS}; console.log('ready http')`)
  const end = await startFrom(file)
  const [pid, dataDir] = noted()
  expect([isAlive(pid), existsSync(dataDir)]).toEqual([true, true])
  await end()
  expect([isAlive(pid), existsSync(dataDir)]).toEqual([false, false])
})
