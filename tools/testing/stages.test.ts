import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from '../places.ts'
import { runStages } from './stages.ts'

let parents: ChildProcess[] = []
afterEach(() => {
  for (const parent of parents) parent.kill('SIGKILL')
  parents = []
})

const isAlive = (pid: number) => {
  try {
    // Ignores zombies, which have ended but were not reaped.
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A shell command that starts a child in its own process group. */
const APART = `setsid sh -c 'echo $$ >> pids; sleep 601; :' &`
const STAGES = {
  /** A stage that ignores signals, as does its child. */
  stubborn: `trap '' INT TERM HUP
sh -c 'trap "" INT TERM HUP; echo $$ >> pids; sleep 600; :' &
${APART}
echo $$ >> pids
wait`,
  /** A stage that ends at once and leaves its children without a parent. */
  hasty: `sh -c 'trap "" INT; echo $$ >> pids; sleep 600; :' &
${APART}
echo $$ >> pids
wait`,
}

const lacking = [
  existsSync('/proc/self/stat') ? [] : 'no /proc',
  spawnSync('setsid', ['true']).status === 0 ? [] : 'no setsid',
].flat()
const why = lacking.length > 0 ? ` (not tried, as this machine has ${lacking.join(' and ')})` : ''

test.skipIf(why).each([
  ['SIGINT', 'stubborn'],
  ['SIGTERM', 'hasty'],
  ['SIGHUP', 'hasty'],
  ['SIGKILL', 'stubborn'],
] as const)(`after %s, leaves no process of a %s stage of make test${why}`, async (signal, kind) => {
  const cwd = mkdtempSync(join(tmpdir(), 'tessera-stages-'))
  const script = `
      import { endStagesWhenAsked, runStage } from ${JSON.stringify(join(root, 'tools', 'testing', 'stages.ts'))}
      endStagesWhenAsked()
      const stage = { name: 'stage', command: 'sh', args: ['-c', ${JSON.stringify(STAGES[kind])}], cwd: ${JSON.stringify(cwd)} }
      await runStage(stage, { logs: ${JSON.stringify(cwd)}, print: () => {} })`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  parents.push(parent)
  const file = join(cwd, 'pids')
  const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [])
  await vi.waitFor(() => expect(pids()).toHaveLength(3))
  expect(pids().every(isAlive)).toBe(true)
  const ended = new Promise((done) => parent.once('exit', (code, by) => done(by ?? code)))
  parent.kill(signal)
  expect(await ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 130)
  await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]))
  rmSync(cwd, { recursive: true, force: true })
})

test('forwards a signal once to a running step, also without /proc', async () => {
  const step = join(root, 'tools', 'run-step.mjs')
  const withoutProc = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { existsSync } = fs
    fs.existsSync = (path) => path !== '/proc' && existsSync(path)
    syncBuiltinESMExports()`
  const counting = `let count = 0
    process.on('SIGINT', () => {
      count += 1
      if (count === 1) setTimeout(() => process.stdout.write(String(count), () => process.exit()), 300)
    })
    setInterval(() => {}, 1_000)
    process.stdout.write('counted: ')`
  const preload = `data:text/javascript,${encodeURIComponent(withoutProc)}`
  const child = spawn(process.execPath, ['--import', preload, step, process.execPath, '--eval', counting], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    detached: true,
  })
  parents.push(child)
  const output = child.stdout as Readable
  output.once('data', () => child.kill('SIGINT'))
  expect(await text(output)).toBe('counted: 1')
})

test('starts a stage when all stages in its list `after` have ended, without waiting for other stages', async () => {
  const events: string[] = []
  const ends = new Map<string, () => void>()
  const stage = (name: string, ...after: string[]) => ({ name, command: '', args: [], after })
  const all = runStages(
    [stage('a'), stage('slow'), stage('b', 'a', 'not run'), stage('c', 'b', 'slow')],
    ({ name }) => {
      events.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    },
  )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await end('')
  expect(events).toEqual(['a', 'slow'])
  await end('a')
  expect(events).toEqual(['a', 'slow', 'b'])
  await end('b')
  expect(events).toEqual(['a', 'slow', 'b'])
  await end('slow')
  expect(events).toEqual(['a', 'slow', 'b', 'c'])
  await end('c')
  await all
})
