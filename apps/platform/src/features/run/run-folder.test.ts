import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunSpec, START_FILE } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { RunFolder } from './run-folder.ts'

const spec: RunSpec = {
  runId: 'run-1',
  taskId: 'task-1',
  algorithm: 'mlp',
  codeHash: 'ab',
  plan: {
    taskId: 'task-1',
    algorithm: 'mlp',
    parameters: {},
    maxRounds: 2,
    data: { kind: 'table', columns: [{ name: 'x', kind: 'number' }] },
    target: { kind: 'number', column: 'y' },
    parties: [{ partyId: '1001', key: 'a' }],
    fewest: 1,
    seed: 's',
  },
  parties: [{ partyId: '1001', name: 'A', rows: 40 }],
  roundTimeoutSeconds: 60,
  waitSeconds: 600,
  eventsUrl: 'http://127.0.0.1:1/engine/runs/run-1/events',
}
const line = (seq: number) =>
  JSON.stringify({ runId: 'run-1', seq, time: '2026-11-21T10:00:00.000Z', kind: 'waiting', missing: [] })

describe("a run's folder", () => {
  let runs: string
  let folder: RunFolder
  beforeEach(() => {
    runs = mkdtempSync(join(tmpdir(), 'runs-'))
    folder = new RunFolder(runs, 'run-1')
  })

  test('makes spec and token readable to their owner only', async () => {
    const tokenHash = await folder.prepare(spec)
    expect(JSON.parse(readFileSync(join(folder.path, 'spec.json'), 'utf8'))).toEqual(spec)
    expect(sha256(readFileSync(join(folder.path, 'token'), 'utf8'))).toBe(tokenHash)
    expect(statSync(folder.path).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder.path, 'token')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(folder.path, START_FILE))).toBe(false)
  })

  test('stores the start weights in the folder', async () => {
    await folder.prepare(spec, Buffer.from('numbers'))
    expect(readFileSync(join(folder.path, START_FILE), 'utf8')).toBe('numbers')
  })

  test('reads each complete line of events once and skips invalid lines', async () => {
    await folder.prepare(spec)
    const file = join(folder.path, 'events.jsonl')
    expect(await folder.readNewEvents()).toEqual([])
    writeFileSync(file, `${line(1)}\nno event\n${line(2).slice(0, 20)}`)
    expect((await folder.readNewEvents()).map(({ seq }) => seq)).toEqual([1])
    appendFileSync(file, `${line(2).slice(20)}\n${line(3)}\n`)
    expect((await folder.readNewEvents()).map(({ seq }) => seq)).toEqual([2, 3])
    expect(await folder.readNewEvents()).toEqual([])
    folder.rewind()
    expect((await folder.readNewEvents()).map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  test.each(['yesterday', '', '-200000-01-01T00:00:00Z', '2026-13-01T00:00:00Z'])(
    'skips an event with the time %j',
    async (time) => {
      await folder.prepare(spec)
      const event = { ...JSON.parse(line(1)), time }
      writeFileSync(join(folder.path, 'events.jsonl'), `${JSON.stringify(event)}\n${line(2)}\n`)
      expect((await folder.readNewEvents()).map(({ seq }) => seq)).toEqual([2])
    },
  )

  test('returns no result of a run until its card is written', async () => {
    await folder.prepare(spec)
    expect(await folder.readExit('7')).toBeUndefined()
    writeFileSync(join(folder.path, 'exit.json'), '{"attemptId": "7", "code": 1}')
    expect(await folder.readExit('7')).toEqual({ attemptId: '7', code: 1 })
    expect(await folder.readExit('8')).toBeUndefined()
    writeFileSync(join(folder.path, 'model.onnx'), 'onnx')
    expect(await folder.readResult()).toBeUndefined()
    writeFileSync(join(folder.path, 'card.json'), '{"rounds": 2}')
    expect(await folder.readResult()).toMatchObject({ card: { rounds: 2 } })
  })

  test('reads events one megabyte at a time and skips longer lines', async () => {
    await folder.prepare(spec)
    const file = join(folder.path, 'events.jsonl')
    const padded = `${line(2)}${' '.repeat(2_500_000)}`
    writeFileSync(file, `${line(1)}\n${padded}\n${line(3)}\n`)
    appendFileSync(file, `${line(4)}${' '.repeat(900_000)}\n${line(5)}\n${line(6).slice(0, 9)}`)
    const turns: number[][] = []
    do turns.push((await folder.readNewEvents()).map(({ seq }) => seq))
    while (folder.isBehind)
    expect(turns[0]).toEqual([1])
    expect(turns.flat()).toEqual([1, 3, 4, 5])
    appendFileSync(file, `${line(6).slice(9)}\n`)
    expect((await folder.readNewEvents()).map(({ seq }) => seq)).toEqual([6])
  })

  test('reads as far as possible in a file of events that is larger than any memory', async () => {
    await folder.prepare(spec)
    const file = join(folder.path, 'events.jsonl')
    writeFileSync(file, `${line(1)}\n`)
    truncateSync(file, 2 ** 40)
    expect((await folder.readNewEvents()).map(({ seq }) => seq)).toEqual([1])
    expect(await folder.readNewEvents()).toEqual([])
  })

  const elsewhere = (path: string) => {
    writeFileSync(`${path}.elsewhere`, '{"code": 0}')
    symlinkSync(`${path}.elsewhere`, path)
  }
  const huge = (path: string) => {
    writeFileSync(path, '{"code": 0}')
    truncateSync(path, 2 ** 40)
  }
  describe.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link', elsewhere],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a file larger than any memory', huge],
  ])('%s', (what, put) => {
    beforeEach(async () => {
      await folder.prepare(spec)
      writeFileSync(join(folder.path, 'model.onnx'), 'onnx')
      writeFileSync(join(folder.path, 'card.json'), '{}')
    })

    test.each(['card.json', 'exit.json', 'events.jsonl'])(
      'refuses to read the run’s file %s if it is not a regular file',
      async (name) => {
        const path = join(folder.path, name)
        rmSync(path, { force: true })
        put(path)
        if (name === 'card.json') expect(await folder.readResult()).toBeUndefined()
        if (name === 'exit.json') expect(await folder.readExit('7')).toBeUndefined()
        if (name === 'events.jsonl') expect(await folder.readNewEvents()).toEqual([])
      },
    )

    test('refuses to read the run’s model if it is not a regular file', async () => {
      const path = join(folder.path, 'model.onnx')
      rmSync(path, { force: true })
      put(path)
      const read = folder.readResult()
      if (what === 'a file larger than any memory')
        await expect(read).rejects.toMatchObject({ code: 'model.refused-size' })
      else expect(await read).toMatchObject({ onnx: null })
    })
  })

  test.each(['../run-1', 'a/b', '', '.'])('refuses %j as a run id', (runId) => {
    expect(() => new RunFolder(runs, runId)).toThrow()
  })
})
