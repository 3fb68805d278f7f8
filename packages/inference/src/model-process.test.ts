import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ModelProcess } from './model-process.ts'

/** Starts a malicious process that answers any request with these frames. */
function rogue(...heads: unknown[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-rogue-'))
  const script = `#!${process.execPath}
const { readSync, writeSync } = require('node:fs')
readSync(3, Buffer.alloc(8))
const frames = ${JSON.stringify(heads)}.map((head) => {
  const text = Buffer.from(JSON.stringify({ head, sizes: [] }))
  const header = Buffer.alloc(8)
  header.writeUInt32LE(text.length, 0)
  header.writeUInt32LE(text.length, 4)
  return Buffer.concat([header, text])
})
writeSync(3, Buffer.concat(frames))
setInterval(() => {}, 1_000)
`
  const python = join(folder, 'python')
  writeFileSync(python, script, { mode: 0o700 })
  const lines: string[] = []
  const limits = { megabytes: 100, startSeconds: 20, batchSeconds: 20 }
  const process_ = new ModelProcess({ python, engineDir: folder, limits, say: (line) => lines.push(line) })
  onTestFinished(async () => {
    process_.end()
    await process_.ended
    rmSync(folder, { recursive: true })
  })
  return { process: process_, lines }
}

test('ends a model’s process that sends an answer without a request', async () => {
  const { process, lines } = rogue({ kind: 'loaded' }, { kind: 'predicted', results: [] })
  await process.load(new Uint8Array())
  await process.ended
  expect(lines.join()).toContain('unsolicited frame')
})

test.each([
  ['text', `no\nwonder: \u001b[2J\u2028${'x'.repeat(10_000)}`],
  ['something that is not text', { toString: 1 }],
])('shortens the error message of a model’s process to one line of the log: %s', async (_what, message) => {
  const { process, lines } = rogue({ kind: 'failed', message })
  await expect(process.load(new Uint8Array())).rejects.toMatchObject({ code: 'model.refused-unreadable' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/[\p{Cc}\u2028]/u)
  expect(lines[0]?.length).toBeLessThan(600)
})
