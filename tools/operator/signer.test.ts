import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireLock, createLogger } from '@tessera/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDb, put } from '../../apps/edge/src/db/open.ts'
import { offerFirstFactors, seedSigners } from '../../apps/edge/src/features/signing/index.ts'
import { findMember } from '../../apps/edge/src/features/signing/queries.ts'
import { Secrets } from '../../apps/edge/src/features/signing/secret.ts'
import { DecisionLog, decisionLogPath, readLines } from '../../apps/edge/src/lib/decision-log.ts'
import { runCommandLine } from './run-command-line.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tessera-signer-'))
  const [db, log] = [openDb(dataDir), new DecisionLog(dataDir)]
  const deps = { db, log, secrets: new Secrets(dataDir), now: () => new Date(), logger: createLogger('silent') }
  seedSigners(deps, { enroller: { userId: 'u-alice', username: 'alice' }, usernames: [] })
  await offerFirstFactors(deps, { firstPin: '202620', page: '' })
  put(db, 'passkeys', {
    id: 'k',
    username: 'alice',
    public_key: '',
    counter: 0,
    transports: '[]',
    create_time: '',
  })
  db.close()
  log.close()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function typed(...args: string[]) {
  const lines: string[] = []
  const collect = (bytes: unknown) => lines.push(String(bytes)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(collect)
  vi.spyOn(process.stderr, 'write').mockImplementation(collect)
  const code = await runCommandLine(['signer', 'reset', ...args, '--edge', dataDir])
  vi.restoreAllMocks()
  return { code, output: lines.join('') }
}

function look<T>(at: (db: ReturnType<typeof openDb>) => T): T {
  const db = openDb(dataDir)
  try {
    return at(db)
  } finally {
    db.close()
  }
}

test('gives a one-time code to a signer who lost all factors, and revokes the previous factors', async () => {
  const { code, output } = await typed('alice')
  expect(code).toBe(0)
  const typedCode = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(output)?.[0] ?? ''
  const signer = look((db) => findMember(db, 'alice'))
  expect(signer).toMatchObject({ pinHash: null, codeFrom: 'person', userId: 'u-alice' })
  expect(await new Secrets(dataDir).isRight(typedCode.replaceAll('-', ''), signer?.codeHash ?? '')).toBe(true)
  expect(look((db) => db.prepare('select count(*) as n from passkeys').get())).toEqual({ n: 0 })
  const last = JSON.parse(readLines(decisionLogPath(dataDir)).at(-1) ?? '')
  expect(last).toMatchObject({
    kind: 'factor-reset',
    data: { username: 'alice', by: expect.stringMatching(/^operator /) },
  })
  expect(JSON.stringify(last)).not.toContain(typedCode)
})

test('adds a user to the edge’s list only with --add', async () => {
  expect(await typed('bob')).toMatchObject({ code: 1, output: expect.stringContaining('--add') })
  expect(look((db) => findMember(db, 'bob'))).toBeUndefined()
  expect((await typed('bob', '--add')).code).toBe(0)
  expect(look((db) => findMember(db, 'bob'))).toMatchObject({ addedBy: expect.stringMatching(/^operator /) })
})

test('refuses to change an edge that is running', async () => {
  const giveBack = acquireLock(join(dataDir, 'edge.lock'), () => '')
  expect(await typed('alice')).toMatchObject({ code: 2, output: expect.stringContaining('Stop it first') })
  giveBack()
  expect(look((db) => findMember(db, 'alice'))?.pinHash).not.toBeNull()
})
