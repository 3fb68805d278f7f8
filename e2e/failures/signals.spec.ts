import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../../tools/client.ts'
import { Journal } from '../../tools/journal.ts'
import type { Outcome } from '../../tools/main-job.ts'
import { PARTIES, placesFrom, root } from '../../tools/places.ts'
import { limit } from '../../tools/testing/limits.ts'
import { untilNoProcessNames } from '../../tools/testing/processes.ts'
import { until } from '../../tools/until.ts'
import { captchaAnswer, demoPort } from '../demo.ts'
import { appsUnder, members, startTraining } from '../world.ts'

test.describe.configure({ timeout: limit(600_000) })

const PORT = demoPort + 20
const NOTHING_FOUND: Outcome = {
  alone: {},
  together: 0,
  pooled: 0,
  rows: {},
  heldOut: 0,
  taskId: '',
  modelId: '',
}

function startDemo(
  dataDir: string,
  [command = '', ...args] = [process.execPath, join(root, 'tools', 'demo.ts')],
): { demo: ChildProcess; output: () => string; ended: Promise<number | null> } {
  const demo = spawn(command, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), CAPTCHA_ANSWER: captchaAnswer },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Starts the demo in its own process group, as a terminal does for a foreground job.
    detached: true,
  })
  demos.push(demo)
  let output = ''
  for (const stream of [demo.stdout, demo.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return { demo, output: () => output, ended: new Promise((resolve) => demo.on('exit', resolve)) }
}

// All tests use the same folder, so every start except the first finds the files of the demo that was killed before.
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-signal-'))
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Every demo that a test started. A demo that survives a failed test would block the next demo's port and folder. */
const demos: ChildProcess[] = []
test.afterEach(async () => {
  for (const demo of demos.splice(0)) {
    if (demo.exitCode !== null || demo.signalCode !== null) continue
    demo.kill('SIGKILL')
    await untilNoProcessNames(dataDir, 60_000)
  }
})

/** Sends SIGINT to every process of the foreground job at once, as a terminal does for Ctrl-C. */
const pressCtrlC = (demo: ChildProcess) => process.kill(-(demo.pid as number), 'SIGINT')

const uploaded = () => {
  const journal = new Journal(placesFrom({ DATA_DIR: dataDir }).journal)
  return PARTIES.every(({ id }) => journal.has(`dataset ${id}`)) || undefined
}

test('leaves no process running if make receives SIGKILL during the first start', async () => {
  const { demo, ended } = startDemo(dataDir, ['make', 'demo'])
  await until('the data to be uploaded', uploaded, 180_000)
  demo.kill('SIGKILL')
  await ended
  await untilNoProcessNames(dataDir, 60_000)
})

test('leaves no process running if it is killed during training, and completes every run after the next start', {
  annotation: { type: 'spec', description: 'states.run-survives-restart' },
}, async () => {
  test.setTimeout(limit(480_000))
  const dataPlaces = placesFrom({ PORT: String(PORT), DATA_DIR: dataDir })
  // Records the main job as completed, because other tests check its result and this test needs only the uploaded data.
  await new Journal(dataPlaces.journal).once('outcome', async () => NOTHING_FOUND)
  const tasks: string[] = []
  const startUp = async () => {
    const { output, ...started } = startDemo(dataDir)
    await until('ready', () => /^ready http/m.test(output()) || undefined, 180_000, 20).catch((error: Error) => {
      throw new Error(`${error.message}; the demo printed:\n${output()}`)
    })
    return { ...started, clients: await members(dataPlaces) }
  }
  for (const end of ['SIGKILL', 'SIGINT'] as const) {
    const { demo, ended, clients } = await startUp()
    tasks.push(await startTraining(clients, `Ready ${end}`, 15, dataPlaces))
    await until(
      'an app to train',
      () => PARTIES.some(({ id }) => appsUnder(join(dataDir, `edge-${id}`))[0]) || undefined,
      60_000,
      20,
    )
    if (end === 'SIGINT') pressCtrlC(demo)
    else demo.kill(end)
    await ended
    await untilNoProcessNames(dataDir, 60_000)
  }

  const { demo, ended, clients } = await startUp()
  const initiator = clients.get(PARTIES[0].id) as Client
  for (const taskId of tasks) {
    await until(
      'the run to come to its end',
      async () => {
        const { run } = await initiator.call(wire.GetRun, { taskId })
        // `run.failure` also reports temporary faults, so only the phase shows that the run has failed.
        if (run?.phase === 'failed') throw new Error(JSON.stringify(run.failure))
        return run?.phase === 'completed' || undefined
      },
      240_000,
    )
  }
  demo.kill('SIGTERM')
  expect(await ended).toBe(0)
  await untilNoProcessNames(dataDir, 60_000)
})

test('refuses to start a production platform on the data of a demo until all demo passwords are changed', async () => {
  const { platformData } = placesFrom({ DATA_DIR: dataDir })
  const platform = spawn(process.execPath, [join(root, 'apps', 'platform', 'src', 'main.ts')], {
    env: { ...process.env, DATA_DIR: platformData, PORT: String(PORT), HOST: '0.0.0.0', TLS_CERT: 'own' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  platform.stderr.on('data', (chunk) => {
    output += chunk
  })
  expect(await new Promise((resolve) => platform.on('exit', resolve))).toBe(78)
  expect(output).toMatch(/demo account (alice|bob|carol) has its published password/)
})

test('names a port that is already in use and how to choose another, and starts no process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-port-'))
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(PORT + 2, '127.0.0.1', resolve))
  const { output, ended } = startDemo(dataDir)
  expect(await ended).toBe(78)
  expect(output()).toContain(`Port ${PORT + 2} of 127.0.0.1 cannot be used`)
  expect(output()).toContain('make demo')
  await untilNoProcessNames(dataDir)
  await new Promise((resolve) => taken.close(resolve))
  rmSync(dataDir, { recursive: true, force: true })
})
