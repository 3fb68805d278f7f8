import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EdgeClaims, Sharing } from '@tessera/contract'
import { EndEdgeSession, ListRows, OfferRows, SaveDataset } from '@tessera/contract/wire'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { person } from '../../testing/fake-platform.ts'
import { picture } from '../../testing/pictures.ts'
import { buildWorld, until, type World, zipOf } from '../../testing/world.ts'
import { unlistDataset } from './delete.ts'
import { parsePicturePath } from './pictures.ts'
import { findDatasetByTable } from './queries.ts'

interface Row {
  [column: string]: unknown
  path: string
  path_small: string
  token: string
}

let world: World
let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora', 'bob'] })
  await world.connect()
  jpeg = await picture('jpeg', 300, 200)
  png = await picture('png', 40, 40)
})
afterAll(() => world.close())

const archive = () => zipOf({ 'set/cats/a.jpg': jpeg, 'set/dogs/b.png': png, 'set/dogs/c.jpg': jpeg })
async function saved(name: string, sharing: Sharing = 'party', more: object = {}) {
  const draft = await world.upload(await archive())
  await world.call(SaveDataset, { draftId: draft.draftId, name, description: 'd', sharing, ...more })
  return draft.tableName
}
async function rowsOf(tableName: string, as: Partial<EdgeClaims> = person('alice')) {
  const { rows, ...more } = await world.call(ListRows, { tableName }, as)
  return { rows: rows as Row[], ...more }
}
const view = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'GET',
    url: `/viewpic?${new URLSearchParams(query)}`,
    headers: { 'accept-language': 'en', ...headers },
  })
/** Requests a picture with a user's session, without a picture link. */
async function askInSession(url: string, username = 'alice') {
  const browser = browsers.get(username) ?? (await world.openSession(username))
  browsers.set(username, browser)
  return world.app.inject({ method: 'GET', url, headers: await browser.headers('GET', url) })
}
const browsers = new Map<string, Browser>()
const inSession = (query: Record<string, string>, username?: string) =>
  askInSession(`/viewpic?${new URLSearchParams(query)}`, username)
const outcome = async (answer: Promise<LightMyRequestResponse> | LightMyRequestResponse) => {
  const { statusCode, body } = await answer
  return body.startsWith('{"success":') ? `${statusCode} ${JSON.parse(body).error}` : String(statusCode)
}

test('returns the URL of each picture together with its row', { meta: { spec: 'entities.image-row' } }, async () => {
  const tableName = await saved('Seen')
  const { rows, total, labelColumns } = await rowsOf(tableName)
  const id = findDatasetByTable(world.db, tableName)?.id
  const large = { width: 300, height: 200, bytes: jpeg.length }
  expect({ total, labelColumns }).toEqual({ total: 3, labelColumns: ['label'] })
  expect(rows.map(({ token: _, ...row }) => row)).toEqual([
    {
      id: 1,
      name: 'cats/a.jpg',
      path: `pictures/${id}/000001.jpg`,
      path_small: `pictures/${id}/small/000001.webp`,
      ...large,
      label: 'cats',
    },
    {
      id: 2,
      name: 'dogs/b.png',
      path: `pictures/${id}/000002.png`,
      path_small: `pictures/${id}/small/000002.webp`,
      width: 40,
      height: 40,
      bytes: png.length,
      label: 'dogs',
    },
    {
      id: 3,
      name: 'dogs/c.jpg',
      path: `pictures/${id}/000003.jpg`,
      path_small: `pictures/${id}/small/000003.webp`,
      ...large,
      label: 'dogs',
    },
  ])

  const [first, second] = rows as [Row, Row]
  const full = await view({ path: first.path, token: first.token })
  expect(full.rawPayload.equals(jpeg)).toBe(true)
  expect(full.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'private, max-age=300',
    'content-length': String(jpeg.length),
  })
  const small = await view({ path: first.path_small, token: first.token })
  expect(small.headers['content-type']).toBe('image/webp')
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 100, height: 67 })
  expect((await view({ path: second.path, token: second.token })).headers['content-type']).toBe('image/png')
  expect(world.decisions('read').at(-1)?.data).toMatchObject({
    datasetId: id,
    picture: '000002',
    // The picture link is bound to the session in which the row was read.
    sessionId: world.decisions('session-opened').at(-1)?.data.sessionId,
  })
  // The token in the link does not reveal the file's path on this machine.
  const [, content = ''] = String(rows[0]?.token).split('.')
  expect(Buffer.from(content, 'base64url').toString()).not.toContain(world.dataDir)
})

test('shows pictures of a draft only to the member who uploaded it, before and after it is saved', async () => {
  const { draftId, tableName } = await world.upload(await archive())
  const [row] = (await rowsOf(tableName)).rows as [Row]
  expect(await outcome(view({ path: row.path, token: row.token }))).toBe('200')
  await expect(rowsOf(tableName, person('bob'))).rejects.toMatchObject({ code: 'dataset.not-found' })
  expect(await outcome(await inSession({ path: row.path }, 'bob'))).toBe('404 dataset.picture-not-found')
  await world.call(SaveDataset, { draftId, name: 'Draft', description: 'd', sharing: 'person' })
  expect(await outcome(view({ path: row.path, token: row.token }))).toBe('200')
})

test('returns each picture of a dataset together with its boxes', async () => {
  const files = { 'images/1.jpg': jpeg, 'labels/1.txt': '0 0.5 0.5 1 1', 'classes.txt': 'cat' }
  const draft = await world.upload(await zipOf(files))
  await world.call(SaveDataset, { draftId: draft.draftId, name: 'Boxes', description: 'd', sharing: 'party' })
  const { rows, labelColumns } = await rowsOf(draft.tableName)
  expect(labelColumns).toEqual(['boxes'])
  expect(rows[0]).toMatchObject({ id: 1, name: '1.jpg', boxes: '[{"class":"cat","x":0.5,"y":0.5,"w":1,"h":1}]' })
  expect(await outcome(view({ path: rows[0]?.path ?? '', token: rows[0]?.token ?? '' }))).toBe('200')
})

test("opens only the picture of its row with a row's token, for five minutes", {
  meta: { spec: 'calls.viewpic' },
}, async () => {
  const { rows } = await rowsOf(await saved('Tokens'))
  const [one, two] = rows as [Row, Row]
  const other = (await rowsOf(await saved('Other'))).rows[0] as Row
  expect(await outcome(view({ path: two.path, token: one.token }))).toBe('401 edge.token-refused')
  expect(await outcome(view({ path: other.path, token: one.token }))).toBe('401 edge.token-refused')
  expect(await outcome(view({ path: one.path }))).toBe('401 edge.session-required')
  const [prefix, content = '', signature = ''] = one.token.split('.')
  const claims = JSON.parse(Buffer.from(content, 'base64url').toString())
  const longer = Buffer.from(JSON.stringify({ ...claims, until: claims.until + 1 })).toString('base64url')
  const cut = signature.slice(0, -2)
  for (const token of [
    `${prefix}.${longer}.${signature}`,
    `${prefix}.${content}.${cut}`,
    `${one.token}.x`,
    'picture..',
    'picture.',
    one.token.toUpperCase(),
  ]) {
    expect(await outcome(view({ path: one.path, token })), token).toBe('401 edge.token-refused')
  }
  // The token of a picture is not valid for other routes.
  const list = await world.app.inject({
    method: 'GET',
    url: '/listOfMeta?tableName=x',
    headers: { 'x-access-token': one.token },
  })
  expect(list.statusCode).toBe(401)

  world.clock.skewMs = 4.9 * 60_000
  expect(await outcome(view({ path: one.path_small, token: one.token }))).toBe('200')
  world.clock.skewMs = 5.1 * 60_000
  expect(await outcome(view({ path: one.path, token: one.token }))).toBe('401 edge.token-refused')
  world.clock.skewMs = 0
})

test('opens pictures in the session of a user who may read the rows, but never with a platform token, in header or link', {
  meta: { claim: 'sessions.token-reads-pictures' },
}, async () => {
  const { rows } = await rowsOf(await saved('Mine', 'person'))
  const { path } = rows[0] as Row
  expect(await outcome(await inSession({ path }))).toBe('200')
  expect(await outcome(await inSession({ path }, 'dora'))).toBe('200 dataset.not-allowed')
  const read = world.decisions('read').length
  for (const claims of [person('alice'), person('alice', { role: 'admin' }), { ...person('alice'), path }]) {
    const token = await world.fake.edgeToken(claims)
    expect(await outcome(view({ path }, { 'x-access-token': token }))).toBe('401 edge.session-required')
    expect(await outcome(view({ path, token }))).toBe('401 edge.token-refused')
  }
  expect(world.decisions('read')).toHaveLength(read)
})

test('shows no picture of a replaced or deleted dataset to holders of earlier tokens', async () => {
  const tableName = await saved('Replaced')
  const before = (await rowsOf(tableName)).rows[0] as Row
  await saved('Replaced', 'person', { overwrite: true })
  expect(await outcome(view({ path: before.path, token: before.token }))).toBe('401 edge.token-refused')
  const now = (await rowsOf(tableName)).rows[0] as Row
  expect(now.path).toBe(before.path)
  expect(await outcome(view({ path: now.path, token: now.token }))).toBe('200')

  const dataset = findDatasetByTable(world.db, tableName)
  await unlistDataset(world.deps.dataset, dataset?.id ?? '', () => () => {})
  expect(await outcome(view({ path: now.path, token: now.token }))).toBe('404 dataset.picture-not-found')
  expect(await outcome(await inSession({ path: now.path }))).toBe('404 dataset.picture-not-found')
})

test('gives pictures of rows that were selected for a task URLs of their own', async () => {
  const tableName = await saved('Offered')
  const { datasetId } = await world.call(OfferRows, { taskId: 't-pictures', tableName, rows: [{ id: 3 }, { id: 1 }] })
  const child = world.deps.dataset.db.prepare('select table_name from datasets where id = ?').get(datasetId)
  const { rows } = await rowsOf(String(child?.table_name))
  expect(rows.map(({ name, path }) => [name, path])).toEqual([
    ['cats/a.jpg', `pictures/${datasetId}/000001.jpg`],
    ['dogs/c.jpg', `pictures/${datasetId}/000003.jpg`],
  ])
  const [, last] = rows as [Row, Row]
  expect((await view({ path: last.path, token: last.token })).rawPayload.equals(jpeg)).toBe(true)
})

test('returns "not found" if a picture is missing on disk', async () => {
  const tableName = await saved('Gone')
  const { path, path_small, token } = (await rowsOf(tableName)).rows[0] as Row
  await rm(join(findDatasetByTable(world.db, tableName)?.media ?? '', '000001.jpg'))
  expect(await outcome(view({ path, token }))).toBe('404 dataset.picture-not-found')
  expect(await outcome(view({ path: path_small, token }))).toBe('200')
})

test('opens only pictures, however the path in the address is spelled', {
  meta: { spec: 'calls.viewpic' },
}, async () => {
  const tableName = await saved('Paths')
  const { path, token } = (await rowsOf(tableName)).rows[0] as Row
  const id = path.split('/')[1] as string
  const spellings = [
    `pictures/${id}/../${id}/000001.jpg`,
    `pictures/${id}/small/../000001.jpg`,
    `pictures/${id}/..%2f000001.jpg`,
    `pictures/${id}/%2e%2e/000001.jpg`,
    `pictures/${id}/%252e%252e/000001.jpg`,
    `pictures/${id}/..%c0%af000001.jpg`,
    `pictures\\${id}\\000001.jpg`,
    `pictures/${id}\\..\\rows.parquet`,
    `pictures/${id}/../rows.parquet`,
    `pictures/${id}/rows.parquet`,
    `/pictures/${id}/000001.jpg`,
    `//pictures/${id}/000001.jpg`,
    `./pictures/${id}/000001.jpg`,
    `pictures//${id}/000001.jpg`,
    `pictures/${id}//000001.jpg`,
    `pictures/${id}/small//000001.webp`,
    `pictures/${id}/000001.jpg/`,
    `pictures/${id}/000001.jpg\0`,
    `pictures/${id}/000001\0.jpg`,
    `pictures/${id}/000001.jpg\n`,
    `pictures/${id}/\u2024\u2024/000001.jpg`,
    `pictures/${id}/\uff0e\uff0e/000001.jpg`,
    `pictures/${id}/０００００１.jpg`,
    `pictures/${id}/000001.jpg::$DATA`,
    `pictures/${id}/000001.JPG`,
    `pictures/${id.toUpperCase()}/000001.jpg`,
    `pictures/${id}/1.jpg`,
    `pictures/../../../../etc/passwd`,
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    'file:///etc/passwd',
    `${'../'.repeat(4_000)}etc/passwd`,
    `pictures/${id}/${'0'.repeat(10_000)}1.jpg`,
    '',
  ]
  for (const spelling of spellings) {
    expect(parsePicturePath(spelling), spelling).toBeUndefined()
    expect(await outcome(await inSession({ path: spelling })), spelling).toMatch(/^404|^414|^400/)
    expect(await outcome(view({ path: spelling, token })), spelling).toMatch(/^401|^414|^400/)
  }
  // Paths as they appear in an address, which the server decodes once.
  for (const raw of [`pictures%2F${id}%2F..%2F..%2Frows.parquet`, `pictures/${id}/%252e%252e%252frows.parquet`]) {
    const answer = await askInSession(`/viewpic?path=${raw}`)
    expect(answer.statusCode, raw).toBe(404)
  }
  const nul = await askInSession(`/viewpic?path=pictures/${id}/%00`)
  expect(nul.json()).toMatchObject({ code: 400, error: 'request.nul' })
  const twice = await askInSession(`/viewpic?path=${path}&path=/etc/passwd`)
  expect(twice.statusCode).toBe(404)
  const below = await askInSession(`/viewpic/../../etc/passwd`)
  expect(below.statusCode).toBe(404)
  expect(await outcome(await inSession({ path }))).toBe('200')
})

test('shows a picture of a row only while the session is open in which the row was read', {
  meta: { claim: 'sessions.picture-links-after-logout' },
}, async () => {
  const tableName = await saved('In a session')
  const [browser, another] = [await world.openSession('alice'), await world.openSession('alice')]
  const { rows } = await world.call(ListRows, { tableName }, browser)
  const { path, token } = (rows as Row[])[0] as Row
  expect(await outcome(view({ path, token }))).toBe('200')
  await world.call(EndEdgeSession, {}, browser)
  expect(await outcome(view({ path, token }))).toContain('edge.token-refused')
  await world.call(EndEdgeSession, {}, another)
})

test('shows no pictures while the platform has revoked this edge', async () => {
  const { path, token } = (await rowsOf(await saved('Shut'))).rows[0] as Row
  world.fake.shutOut('edge.revoked')
  await until(() => world.link.shutOut !== null)
  expect(await outcome(view({ path, token }))).toContain('edge.revoked')
  world.fake.shutOut(null)
  await until(() => world.link.shutOut === null)
  expect(await outcome(view({ path, token }))).toBe('200')
})
