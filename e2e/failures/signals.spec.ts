import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { root } from '../../tools/places.ts'
import { processesNaming, untilNoProcessNames } from '../../tools/testing/processes.ts'
import { until } from '../../tools/until.ts'
import { demoPort } from '../demo.ts'

test.describe.configure({ timeout: 240_000 })

const PORT = demoPort + 20

function startDemo(dataDir: string): { demo: ChildProcess; output: () => string; ended: Promise<number | null> } {
  const demo = spawn(process.execPath, [join(root, 'tools', 'demo.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [demo.stdout, demo.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return { demo, output: () => output, ended: new Promise((resolve) => demo.on('exit', resolve)) }
}

// Every kind of process is up by the time the last SuperNode is: platform, fleet, edges, runners, their workers' parents.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
  test(`${signal} to the supervisor leaves nothing running`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tessera-signal-'))
    const { demo, ended } = startDemo(dataDir)
    await until(
      'three SuperNodes to run',
      () =>
        processesNaming(dataDir).filter((line) => line.includes('engine.flower.supernode')).length >= 3 || undefined,
      180_000,
    )
    demo.kill(signal)
    const code = await ended
    if (signal !== 'SIGKILL') expect(code).toBe(0)
    await untilNoProcessNames(dataDir, 15_000)
    rmSync(dataDir, { recursive: true, force: true })
  })
}

test('a taken port is named, with what to do, and nothing is started', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-port-'))
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(PORT + 2, '127.0.0.1', resolve))
  const { output, ended } = startDemo(dataDir)
  expect(await ended).toBe(1)
  expect(output()).toContain(`Port ${PORT + 2} cannot be used`)
  expect(output()).toContain('make demo')
  await untilNoProcessNames(dataDir)
  await new Promise((resolve) => taken.close(resolve))
  rmSync(dataDir, { recursive: true, force: true })
})
