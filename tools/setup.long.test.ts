import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { root } from './places.ts'
import { processesNaming, untilNoProcessNames } from './testing/processes.ts'
import { until } from './until.ts'

const linux = test.skipIf(!existsSync('/proc'))
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Returns a copy of the checkout without any installed packages. */
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

/** Runs the set-up with only these programs on the PATH, and expects it to fail. Returns its output. */
async function refused(programs: Record<string, string>, env: Record<string, string> = {}): Promise<string> {
  const folder = bareCheckout()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { setup, output } = startSetup(folder, { PYTHON: '', PATH: bin, ...env })
  expect(await new Promise((resolve) => setup.on('exit', resolve))).toBe(1)
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  return output()
}

test('names the required Python version and how to choose a Python if none is found', async () => {
  expect(await refused({})).toMatch(/Python 3\.11, 3\.12 or 3\.13 is needed, and none was found.*PYTHON=/s)
})

test('names a Python that is too old, its version, and what to do', async () => {
  expect(await refused({ python3: 'echo 3.9' })).toMatch(
    /is needed; python3 is 3\.9\. Install one, or name it: PYTHON=/,
  )
})

test('names the package to install if Python lacks ensurepip', async () => {
  const script = 'case "$2" in *ensurepip*) exit 1;; *) echo 3.12;; esac'
  expect(await refused({ python3: script })).toMatch(/python3 has no ensurepip.*python3\.12-venv/s)
})

test('reports too little disk space, with the free and the required amount', async () => {
  const output = await refused({ python3: 'echo 3.12' }, { NEEDED_GB: '1000000' })
  expect(output).toMatch(/Only \d+\.\d GB are free here; the installation needs 1000000 GB/)
})

/**
 * Starts a package registry that accepts connections but never answers (as with dropped packets), or one whose port is
 * closed.
 */
async function placeThatIs(state: 'silent' | 'closed'): Promise<{ url: string; close: () => void }> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  if (state === 'closed') server.close()
  return { url, close: () => server.close() }
}

/** Time limit. On an idle machine, the report takes 20 seconds; npm and pip would retry for several minutes. */
const REPORTED_WITHIN_MS = 60_000

describe.each(['silent', 'closed'] as const)('if a package registry is %s', (state) => {
  test('reports within 60 seconds that the npm registry is unreachable, and names the setting to change', async () => {
    const folder = bareCheckout()
    const away = await placeThatIs(state)
    const { setup, output } = startSetup(folder, {
      npm_config_registry: away.url,
      npm_config_cache: join(folder, 'cache'),
    })
    await until('npm to run', () => output().includes('JavaScript packages') || undefined)
    await until('the end', () => setup.exitCode ?? undefined, REPORTED_WITHIN_MS).finally(away.close)
    expect(output()).toMatch(/npm registry does not answer .*HTTPS_PROXY=.*npm config set registry/)
  })

  test('reports within 60 seconds that the Python package index is unreachable, and names the setting to change', async () => {
    const folder = bareCheckout()
    const away = await placeThatIs(state)
    cpSync(join(root, 'engine', 'requirements.lock'), join(folder, 'engine', 'requirements.lock'))
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    // A stub for npm, because this test does not need npm's packages.
    const npm = '#!/bin/sh\nmkdir -p node_modules/.bin && : > node_modules/.bin/tsc\n'
    writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 })
    const { setup, output } = startSetup(folder, {
      PATH: `${bin}:${process.env.PATH}`,
      PIP_INDEX_URL: away.url,
      PIP_CONFIG_FILE: '/dev/null',
    })
    await until('an environment', () => existsSync(join(folder, '.venv', 'bin', 'pip')) || undefined)
    await until('the end', () => setup.exitCode ?? undefined, REPORTED_WITHIN_MS).finally(away.close)
    expect(output()).toMatch(/Python package index does not answer .*HTTPS_PROXY=.*PIP_INDEX_URL=/)
  })
})
