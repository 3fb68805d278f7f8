import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../testing/world.ts'
import { EngineProcesses } from './processes.ts'

/**
 * Stand-in for Python: records how it was called, connects like a SuperNode, and writes back what it receives on its
 * lifeline.
 */
const STAND_IN = `#!/bin/sh
env | sort > "env-$2"
echo "$$ $@" >> calls
[ "$2" = engine.flower.supernode ] && [ -e noise ] && cat noise
[ "$2" = engine.flower.supernode ] && [ ! -e refused ] && printf '\\033[92mINFO \\033[0m: SuperNode ID: 42\\n'
[ "$2" = engine.flower.supernode ] && [ -e refused ] && exit 1
[ "$2" = engine.flower.supernode ] && [ -e gives-up ] && cat gives-up && rm gives-up
cat <&3 >> lifeline
`

let dataDir: string
let processes: EngineProcesses
let changes: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-processes-'))
  const python = join(dataDir, 'python')
  writeFileSync(python, STAND_IN)
  chmodSync(python, 0o755)
  changes = []
  process.env.SECRET_OF_THE_EDGE = 'x'
  process.env.TESSERA_SANDBOX = 'off'
  processes = new EngineProcesses({
    dataDir,
    python,
    engineDir: '/engine',
    fleetAddress: 'fleet.example:8084',
    fleetAuthorityFile: 'ca.pem',
    nodeKeyFile: 'node.pem',
    guardUrl: 'http://127.0.0.1:1',
    guardSecretFile: 'secret',
    onChange: (name, change) => changes.push(`${name} ${change}`),
  })
})
afterEach(async () => {
  await processes.stop()
  delete process.env.SECRET_OF_THE_EDGE
  delete process.env.TESSERA_SANDBOX
  await rm(dataDir, { recursive: true, force: true })
})

const calls = () => {
  try {
    return readFileSync(join(dataDir, 'calls'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}
const pidOf = (module: string) =>
  Number(
    calls()
      .filter((line) => line.includes(module))
      .at(-1)
      ?.split(' ')[0],
  )

test("starts SuperNode and task runner with only the variables that they need, not with the edge's environment", async () => {
  expect(processes.health).toEqual({ supernode: 'failed', runner: 'failed' })
  await processes.start()
  await until(() => processes.health.supernode === 'ok' && calls().length === 2)
  expect(processes.health.runner).toBe('ok')
  const supernode = calls().find((line) => line.includes('supernode'))
  expect(supernode).toContain(
    '--superlink fleet.example:8084 --root-certificates ca.pem --auth-supernode-private-key node.pem',
  )
  expect(supernode).toContain('--isolation process')
  const port = /--port (\d+)/.exec(supernode ?? '')?.[1]
  expect(calls().find((line) => line.includes('runner'))).toContain(
    `runner client --runtime-api-address 127.0.0.1:${port}`,
  )
  const env = readFileSync(join(dataDir, 'env-engine.flower.runner'), 'utf8')
  expect(env).toContain('TESSERA_GUARD_URL=http://127.0.0.1:1')
  expect(env).toContain('TESSERA_SANDBOX=off')
  expect(env).not.toContain('SECRET_OF_THE_EDGE')
  expect(readFileSync(join(dataDir, 'env-engine.flower.supernode'), 'utf8')).not.toContain('GUARD')
  // The log is at the path that docs/guides/operating.md documents.
  expect(readFileSync(join(dataDir, 'logs', 'supernode.log'), 'utf8')).toMatch(/^\d{4}-\S+Z INFO : SuperNode ID: 42\n$/)
})

test.each([
  ['across the end of a chunk', 65_520],
  ['after much other output', 300_000],
])("detects the connection line %s in the SuperNode's output", async (_where, before) => {
  writeFileSync(join(dataDir, 'noise'), 'x'.repeat(before))
  await processes.start()
  await until(() => processes.health.supernode === 'ok', 10_000)
  expect(changes.filter((change) => change === 'supernode ready')).toHaveLength(1)
})

test('reports that the SuperNode has died, and restarts it until the SuperLink accepts it', async () => {
  await processes.start()
  await until(() => processes.health.supernode === 'ok')
  const first = pidOf('supernode')
  writeFileSync(join(dataDir, 'refused'), '')
  process.kill(first, 'SIGKILL')
  await until(() => changes.includes('supernode ended'))
  expect(processes.health.supernode).not.toBe('ok')
  await until(() => calls().filter((line) => line.includes('supernode')).length >= 3)
  expect(processes.health.supernode).not.toBe('ok')

  await rm(join(dataDir, 'refused'))
  await until(() => processes.health.supernode === 'ok')
  expect(changes.at(-1)).toBe('supernode ready')
})

test.each([
  'WARNING: Giving up reconnection after 3 tries.\n',
  // The SuperNode prints this at the first attempt, without a message that it gives up.
  'ERROR: SSL/TLS handshake error detected.\n',
])('ends and restarts a SuperNode that has given up but keeps running', async (lastWord) => {
  writeFileSync(join(dataDir, 'gives-up'), lastWord)
  await processes.start()
  await until(() => calls().filter((line) => line.includes('supernode')).length === 2)
  await until(() => processes.health.supernode === 'ok')
  expect(changes).toContain('supernode ended')
})

test('ends a SuperNode before a requested restart without reporting a loss, unless the SuperNode has already ended', async () => {
  await processes.start()
  await until(() => processes.health.supernode === 'ok')
  const first = pidOf('supernode')
  await processes.renewSupernode()
  await until(() => processes.health.supernode === 'ok' && pidOf('supernode') !== first)
  expect(changes).not.toContain('supernode ended')

  writeFileSync(join(dataDir, 'refused'), '')
  process.kill(pidOf('supernode'), 'SIGKILL')
  await until(() => changes.includes('supernode ended'))
  const starts = calls().length
  await processes.renewSupernode()
  expect(calls()).toHaveLength(starts)
})

test('kills a worker at once, directly and through the task runner', async () => {
  await processes.start()
  await until(() => processes.health.supernode === 'ok')
  processes.kill(999_999_999)
  await until(() => readFileSync(join(dataDir, 'lifeline'), 'utf8').includes('kill 999999999'))
  const victim = pidOf('supernode')
  processes.kill(victim)
  await until(() => changes.includes('supernode ended'))
})
