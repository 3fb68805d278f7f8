import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DraftGrant, OfferRows, SignGrant } from '@tessera/contract/wire'
import { checkArchive, verifyLogs } from '@tessera/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUpEdge, restoreEdge } from './backup.ts'
import { all, openDb, run } from './db/open.ts'
import { findNewestGrant } from './features/grant/queries.ts'
import { findIdentity, keyPaths, Outbox } from './features/link/index.ts'
import { pepperFile, Secrets } from './features/signing/index.ts'
import { findMember } from './features/signing/queries.ts'
import { Duck, parquet } from './lib/duck.ts'
import { openEdgeLog } from './open-log.ts'
import { buildWorld, PIN, peopleCsv, taskOf, until, type World } from './testing/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-edge-backup-'))
const file = join(folder, 'edge.tar.gz')
/** The pepper is saved in a separate folder, as the backup command requires. */
const pepperCopy = join(folder, 'elsewhere', 'edge.pepper')
let world: World
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5 })
  world.fake.codes.set('logistic-regression', Buffer.from('code v1'))
  await world.connect()
  await until(() => world.fake.heartbeats.length > 1)
  const { tableName } = await world.dataSet(peopleCsv(40), 'Cohort')
  world.fake.tasks.set('t1', taskOf('t1'))
  await world.call(OfferRows, { taskId: 't1', tableName, rows: [] })
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId: 't1' })
  await world.call(SignGrant, { taskId: 't1', planHash, datasetId, proof: { pin: PIN } })
  writeFileSync(
    join(world.dataDir, 'edge.env'),
    `# ${world.dataDir}\nPLATFORM_CA=${world.dataDir}/platform-root.pem\nEDGE_TLS_CERT='${world.dataDir}/a b.pem'\nPORT=8081\n`,
  )
  // Pictures are stored in a folder that belongs to the dataset.
  const media = join(world.dataDir, 'data', 'd', 'pictures')
  mkdirSync(media, { recursive: true })
  writeFileSync(join(media, '000001.png'), 'a picture')
  run(world.db, 'update datasets set media = ? where task_id is null', media)
  // The edge is running while it is backed up.
  mkdirSync(join(folder, 'elsewhere'))
  await backUp(file)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const backUp = (path: string, pepper = pepperCopy, now = new Date()) => backUpEdge(world.dataDir, path, now, pepper)
const restore = async (into: string, from = file, pepper?: string) =>
  restoreEdge({ file: from, about: await checkArchive(from), into: join(folder, into), pepper, by: 'test' })

test('restores an edge with its previous rows, tickets, keys and log, also at another address', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  const into = join(folder, 'restored')
  const { about, log } = await restore('restored')
  expect(about).toMatchObject({ of: 'edge', partyId: '1001', dataDir: world.dataDir })
  expect(log.faults).toEqual([])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(keyPaths(into).link, 'utf8')).toBe(readFileSync(keyPaths(world.dataDir).link, 'utf8'))

  expect(parseEnv(readFileSync(join(into, 'edge.env'), 'utf8'))).toEqual({
    PLATFORM_CA: join(into, 'platform-root.pem'),
    EDGE_TLS_CERT: join(into, 'a b.pem'),
    PORT: '8081',
  })

  const books = openDb(into)
  const duck = await Duck.open(into)
  expect(findIdentity(books)?.partyId).toBe('1001')
  const datasets = all(books, 'select file, media, row_count, task_id from datasets where deleted = 0')
  expect(datasets).toHaveLength(2)
  for (const { file: rows, media, row_count, task_id } of datasets) {
    expect(String(rows).startsWith(`${into}/data/`)).toBe(true)
    if (!task_id) expect(readFileSync(join(String(media), '000001.png'), 'utf8')).toBe('a picture')
    expect(String(media)).not.toContain(world.dataDir)
    expect((await duck.row(`select count(*) as n from ${parquet(String(rows))}`)).n).toBe(row_count)
  }
  const grant = findNewestGrant(books, 't1')
  expect(grant?.folder.startsWith(`${into}/grants/`)).toBe(true)
  expect(statSync(join(grant?.folder ?? '', 'rows.parquet')).mode & 0o777).toBe(0o600)

  // The ticket may have been used or withdrawn since the backup, so it is withdrawn and the platform is informed.
  expect(grant?.withdrawTime).not.toBeNull()
  expect(new Outbox(books, () => new Date()).unsent().map(({ report }) => report)).toContainEqual(
    expect.objectContaining({ kind: 'grant', grant: expect.objectContaining({ id: grant?.id, withdrawn: true }) }),
  )

  // Reports after the restore have new numbers, so that the platform does not ignore them as duplicates.
  const used = Math.max(...world.fake.reports.map((_report, index) => index + 1))
  const outbox = new Outbox(books, () => new Date())
  expect(outbox.add({ kind: 'model-use', modelId: 'm', userId: 'u', name: 'n', time: 't' })).toBeGreaterThan(
    used + 100_000,
  )
  duck.close()
  books.close()
  expect(existsSync(join(into, 'keys', 'guard-secret'))).toBe(false)
})

test('continues the restored log, records the restore, and stays consistent with the log heads that the platform signed', async () => {
  const into = join(folder, 'logged')
  await restore('logged')
  const entries = readFileSync(openEdgeLog(into).name, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries.slice(0, -2)).toEqual(world.decisions())
  expect(entries.slice(-2)).toMatchObject([
    { kind: 'restored', data: { by: 'test' } },
    { kind: 'ticket-withdrawn', data: { taskId: 't1', because: 'restored' } },
  ])
  expect((await verifyLogs(undefined, [openEdgeLog(into)])).faults).toEqual([])
})

test('refuses a modified backup and writes no files', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  const tampered = join(folder, 'tampered.tar.gz')
  const tar = gunzipSync(readFileSync(file))
  const at = tar.indexOf('"ticket-signed"')
  tar.write('"ticket-forged"', at)
  writeFileSync(tampered, gzipSync(tar))
  await expect(restore('never', tampered)).rejects.toThrow('log/decisions.jsonl was changed')
  expect(existsSync(join(folder, 'never'))).toBe(false)
})

test('does not overwrite files, and leaves no file behind after a failure', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  await expect(backUp(file)).rejects.toThrow('is there already')
  await expect(backUp(join(folder, 'no', 'a.tar.gz'))).rejects.toThrow('Make it first')
  await expect(backUpEdge(folder, join(folder, 'b.tar.gz'), new Date())).rejects.toThrow('holds no edge')
  await restore('once')
  await expect(restore('once')).rejects.toThrow('is not empty')

  const about = await checkArchive(file)
  writeFileSync(join(folder, 'cut.tar.gz'), readFileSync(file).subarray(0, 5_000))
  await expect(
    restoreEdge({ file: join(folder, 'cut.tar.gz'), about, into: join(folder, 'half'), by: 'test' }),
  ).rejects.toThrow('cut short')
  expect(readdirSync(folder).filter((name) => name.includes('half') || name.includes('restoring'))).toEqual([])
  const newer = { ...about, migrations: 999, version: '9.0' }
  await expect(restoreEdge({ file, about: newer, into: join(folder, 'newer'), by: 'test' })).rejects.toThrow(
    'Update this one first',
  )
  await expect(
    restoreEdge({ file, about: { ...about, migrations: 32 }, into: join(folder, 'unreleased'), by: 'test' }),
  ).rejects.toThrow('made before the first release')
})

test('makes repeated backups with the same command, without changing the existing pepper file', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  const again = join(folder, 'again.tar.gz')
  expect(await backUp(again)).toMatchObject({ file: again, pepper: pepperCopy })
  expect((await restore('from-again', again, pepperCopy)).withoutPepper).toEqual([])
  // A failed backup does not remove files, either.
  await expect(backUp(again)).rejects.toThrow('is there already')
  expect(readFileSync(pepperCopy, 'utf8')).toBe(readFileSync(pepperFile(world.dataDir), 'utf8'))
})

test('leaves no file behind if the copy of the pepper would overwrite another file', async () => {
  const [refused, mine] = [join(folder, 'refused.tar.gz'), join(folder, 'elsewhere', 'mine')]
  writeFileSync(mine, 'mine')
  await expect(backUp(refused, mine)).rejects.toThrow('holds something else and is not overwritten')
  expect(readFileSync(mine, 'utf8')).toBe('mine')
  await expect(backUp(refused, join(folder, 'nowhere', 'edge.pepper'))).rejects.toThrow('ENOENT')
  expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([])
})

test('never writes the pepper to the folder of the backup archive, and explains why', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  const refused = join(folder, 'refused.tar.gz')
  symlinkSync(folder, join(folder, 'elsewhere', 'linked'))
  const remedy = '--pepper <file> in another folder'
  await expect(backUpEdge(world.dataDir, refused, new Date())).rejects.toThrow(remedy)
  await expect(backUp(refused, join(folder, 'edge.pepper'))).rejects.toThrow(remedy)
  await expect(backUp(refused, join(folder, 'elsewhere', 'linked', 'edge.pepper'))).rejects.toThrow(remedy)
  expect(readdirSync(folder).filter((name) => /^refused|pepper/.test(name))).toEqual([])
})

test('accepts a folder instead of a file name for the backup, and reports missing rows', async () => {
  const made = await backUp(folder, pepperCopy, new Date('2026-11-21T10:00:00.5Z'))
  expect(made.file).toBe(join(folder, 'tessera-edge-20261121T100000Z.tar.gz'))
  const [{ file: rows } = {}] = all(world.db, 'select file from datasets where deleted = 0')
  rmSync(String(rows))
  await expect(backUp(join(folder, 'less.tar.gz'))).rejects.toThrow('is missing')
  expect(readdirSync(folder).filter((name) => name.includes('less'))).toEqual([])
})

test('stores the PIN pepper in a separate file from the PIN hashes, and restores both', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  const pepper = readFileSync(pepperFile(world.dataDir), 'utf8')
  expect(readFileSync(pepperCopy, 'utf8')).toBe(pepper)
  expect(statSync(pepperCopy).mode & 0o777).toBe(0o600)
  expect(gunzipSync(readFileSync(file)).includes(pepper.trim())).toBe(false)
  expect(gunzipSync(readFileSync(file)).includes('pin-pepper')).toBe(false)

  const { withoutPepper } = await restore('with-pepper', file, pepperCopy)
  expect(withoutPepper).toEqual([])
  const into = join(folder, 'with-pepper')
  expect(statSync(pepperFile(into)).mode & 0o777).toBe(0o600)
  expect(await checkPin(into)).toBe('right')
})

test('restores an edge without its pepper, and names the members who need a reset code', {
  meta: { spec: 'calls.edge-backup-restore' },
}, async () => {
  const { withoutPepper } = await restore('without-pepper')
  expect(withoutPepper).toEqual(['alice'])
  expect(await checkPin(join(folder, 'without-pepper'))).toBe('lost')
})

test('refuses a pepper file that is invalid or belongs to another edge, and restores nothing', async () => {
  const other = join(folder, 'other.pepper')
  await expect(restore('refused', file, other)).rejects.toThrow('There is no file')
  writeFileSync(other, 'x')
  await expect(restore('refused', file, other)).rejects.toThrow('is no pepper')
  writeFileSync(other, `${'A'.repeat(43)}\n`)
  await expect(restore('refused', file, other)).rejects.toThrow('not what the PINs of this backup were set with')
  expect(existsSync(join(folder, 'refused'))).toBe(false)
})

async function checkPin(dataDir: string): Promise<string> {
  const books = openDb(dataDir)
  const [hash, secrets] = [findMember(books, 'alice')?.pinHash ?? '', new Secrets(dataDir)]
  books.close()
  if (secrets.isLost(hash)) return 'lost'
  return (await secrets.isRight(PIN, hash)) ? 'right' : 'wrong'
}
