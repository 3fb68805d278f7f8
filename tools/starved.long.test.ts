import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { PARTIES, placesFrom, root } from './places.ts'
import { startBusy } from './testing/busy.ts'

/**
 * Number of busy processes beside the demo. They slow down every other test, so `make test ONLY=long` runs this file
 * alone, after all others. With 40, this test takes between two minutes and 40 / cores times as long as the demo alone,
 * depending on how the kernel schedules processes.
 */
const LOOPS = Number(process.env.STARVED_LOOPS ?? 0)
const PORT = 19_380
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-starved-'))
const places = placesFrom({ DATA_DIR: dataDir, PORT: String(PORT) })
let children: ChildProcess[] = []

afterEach(async () => {
  const gone = children.map(
    (child) => child.exitCode ?? child.signalCode ?? new Promise((done) => child.once('exit', done)),
  )
  for (const child of children) child.kill('SIGINT')
  await Promise.all(gone)
  children = []
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the demo. Returns its output once it is ready or has reported a failure. */
async function demo() {
  const child = spawn(process.execPath, [join(root, 'tools', 'demo.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk
      if (/^ready http|Another `make demo`/m.test(output)) resolve()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('exit', (code) => reject(new Error(`the demo ended (${code}):\n${output}`)))
  })
  child.removeAllListeners('exit')
  return { child, output }
}

if (LOOPS > 0) {
  test(`starts and trains beside ${LOOPS} busy processes, without restarting its own processes as hung`, async () => {
    const { alive, end } = startBusy(LOOPS)
    onTestFinished(end)
    const { output } = await demo()
    expect(output).toMatch(/^ready http/m)
    expect(alive()).toBe(LOOPS)
    const logs = PARTIES.map(({ id }) => readFileSync(join(places.logs, `edge-${id}.log`), 'utf8')).join('\n')
    expect(logs).not.toContain('hangs, and is ended')
    expect(logs).not.toContain('neither run nor waited')
  })
} else {
  test('reports why the main job failed and how to continue, and keeps its processes running', async () => {
    const files = Object.fromEntries(PARTIES.map(({ id }) => [id, join(dataDir, 'gone.csv')]))
    const shares = { files, rows: {}, heldOut: files[PARTIES[0].id], columns: [] }
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(places.journal, JSON.stringify({ shares }))
    const { child, output } = await demo()
    expect(output).toContain('gone.csv')
    expect(output).toContain('continues with the step that failed')
    expect((await fetch(`${places.platformUrl}/healthz`)).ok).toBe(true)
    expect(child.exitCode).toBeNull()
    expect(readdirSync(places.logs)).toContain('edge-1003.log')
    child.kill('SIGINT')
    expect(await new Promise((done) => child.once('exit', done))).toBe(1)
  })
}
