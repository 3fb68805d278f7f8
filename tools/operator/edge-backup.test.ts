import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDb } from '../../apps/edge/src/db/open.ts'
import { Secrets } from '../../apps/edge/src/features/signing/index.ts'
import { findMember } from '../../apps/edge/src/features/signing/queries.ts'
import { buildWorld, type World } from '../../apps/edge/src/testing/world.ts'
import { runCommandLine } from './run-command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-edge-commands-'))
const archive = join(folder, 'archives', 'edge.tar.gz')
let world: World
beforeAll(async () => {
  mkdirSync(join(folder, 'archives'))
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function typed(...args: string[]) {
  const lines: string[] = []
  const collect = (bytes: unknown) => lines.push(String(bytes)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(collect)
  vi.spyOn(process.stderr, 'write').mockImplementation(collect)
  const code = await runCommandLine(args)
  vi.restoreAllMocks()
  return { code, output: lines.join('') }
}

test('writes archive and pepper to two files, and requires a reset code after a restore without the pepper', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  const pepper = join(folder, 'kept-apart.pepper')
  const backup = await typed('backup', '--edge', world.dataDir, '--pepper', pepper, archive)
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining(`${pepper}: the pepper of its PINs`) })
  const alone = await typed('backup', '--edge', world.dataDir, join(folder, 'archives'))
  expect(alone).toMatchObject({ code: 1, output: expect.stringContaining('--pepper <file> in another folder') })
  const next = await typed('backup', '--edge', world.dataDir, '--pepper', pepper, join(folder, 'archives'))
  expect(next).toMatchObject({ code: 0 })

  const whole = await typed('restore', archive, '--into', join(folder, 'whole'), '--pepper', pepper)
  expect(whole).toMatchObject({ code: 0, output: expect.not.stringContaining('signer reset') })

  const into = join(folder, 'without')
  const without = await typed('restore', archive, '--into', into)
  expect(without.code).toBe(0)
  expect(without.output).toMatch(/cannot sign with one: alice\./)
  expect(without.output).toContain(`tessera signer reset <user> --edge ${into}`)

  const { output } = await typed('signer', 'reset', 'alice', '--edge', into)
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(output)?.[0] ?? ''
  const books = openDb(into)
  const hash = findMember(books, 'alice')?.codeHash ?? ''
  books.close()
  expect(await new Secrets(into).isRight(code.replaceAll('-', ''), hash)).toBe(true)
})

test('refuses the option for a pepper in a platform’s backup', async () => {
  expect(await typed('backup', '--pepper', join(folder, 'x'), folder)).toMatchObject({ code: 2 })
})
