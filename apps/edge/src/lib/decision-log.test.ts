import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linesOf, readChain } from '@tessera/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DecisionLog, decisionLogPath } from './decision-log.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-log-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const check = () => readChain(linesOf(decisionLogPath(dataDir)), () => {})

/** Fills the log up to the maximum file size of the process. As on a full disk, the last write is then only partial. */
const FILL = `
  const { DecisionLog } = await import(process.env.LOG_MODULE)
  const log = new DecisionLog(process.env.LOG_FOLDER)
  const append = () => { try { log.append('read', { text: 'x'.repeat(100) }); return true } catch { return false } }
  let written = 0
  while (append()) written += 1
  for (let again = 0; again < 3; again += 1) if (append()) written += 1
  console.log(JSON.stringify({ written, head: log.head }))
`

test('refuses a log entry that does not fit on the disk completely, and appends the next entry after the last complete one', async () => {
  const filled = spawnSync('sh', ['-c', 'ulimit -f 4; exec "$0" --input-type=module -e "$1"', process.execPath, FILL], {
    env: { ...process.env, LOG_MODULE: new URL('./decision-log.ts', import.meta.url).href, LOG_FOLDER: dataDir },
    encoding: 'utf8',
  })
  const { written, head } = JSON.parse(filled.stdout)
  expect(written).toBeGreaterThan(3)
  expect(await check()).toEqual({ head, line: written, fault: undefined })

  const log = new DecisionLog(dataDir)
  expect(log.head).toEqual(head)
  log.append('run', { runId: 'r' })
  log.close()
  expect(await check()).toMatchObject({ head: log.head, line: written + 1, fault: undefined })
})
