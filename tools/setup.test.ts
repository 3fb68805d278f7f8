import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from './places.ts'
import { processesNaming, untilNoProcessNames } from './testing/processes.ts'
import { until } from './until.ts'

const linux = test.skipIf(!existsSync('/proc'))
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A checkout in which nothing is installed. */
function bareCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bare-'))
  folders.push(folder)
  for (const path of ['package.json', 'package-lock.json', '.npmrc', 'tools'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  return folder
}

function startSetup(folder: string, env: Record<string, string> = {}): { setup: ChildProcess; output: () => string } {
  const setup = spawn(process.execPath, [join(folder, 'tools', 'setup.mjs')], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  let output = ''
  setup.stdout?.on('data', (chunk) => {
    output += chunk
  })
  setup.stderr?.on('data', (chunk) => {
    output += chunk
  })
  return { setup, output: () => output }
}

linux.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  '%s during installation leaves nothing running',
  async (signal) => {
    const folder = bareCheckout()
    const { setup } = startSetup(folder)
    await until('npm to run', () => processesNaming(folder).find((line) => line.includes('npm install')))
    setup.kill(signal)
    await untilNoProcessNames(folder)
  },
)

test('a Python that is too old is named with the remedy', async () => {
  const folder = bareCheckout()
  const { setup, output } = startSetup(folder, { PYTHON: '', PATH: join(folder, 'nothing') })
  const code = await new Promise((resolve) => setup.on('exit', resolve))
  expect(code).toBe(1)
  expect(output()).toMatch(/Python 3\.11, 3\.12 or 3\.13 is needed.*PYTHON=/s)
})

test('the lock file names no address', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/https?:\/\/[^"]*\.tgz/)
})
