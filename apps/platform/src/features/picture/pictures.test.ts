import { crc32, deflateSync } from 'node:zlib'
import { CreateParty, CreatePartyOlder, CreateTask, UpdateParty } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import {
  asUser,
  buildParty,
  buildUser,
  call,
  describeOnOne,
  type TestParty,
  type TestUser,
  uniqueName,
  type World,
} from '../../testing/index.ts'
import { users } from '../account/table.ts'
import { parties } from '../party/table.ts'
import { task } from '../task/table.ts'
import { pictureTypeOf, redrawPicture } from './redraw.ts'

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } })

/** Returns a PNG file whose header declares this size although the file contains almost no pixels. */
function pngSaying(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(10_000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')

describe('redrawing a picture', () => {
  test.each([
    ['a wide one', 1600, 400, 512, 128],
    ['a tall one', 300, 1200, 128, 512],
    ['a small one', 40, 30, 40, 30],
  ])('redraws %s at most 512 pixels wide and high', async (_what, width, height, newWidth, newHeight) => {
    for (const content of [
      await draw(width, height).png().toBuffer(),
      await draw(width, height).jpeg().toBuffer(),
      await draw(width, height).webp().toBuffer(),
    ]) {
      const { format, ...size } = await sharp(await redrawPicture(content)).metadata()
      expect({ format, width: size.width, height: size.height }).toEqual({
        format: 'webp',
        width: newWidth,
        height: newHeight,
      })
    }
  })

  test('removes the camera’s metadata, and rotates the picture upright', {
    meta: { spec: 'validation.avatar-size' },
  }, async () => {
    const exif = { IFD0: { Artist: 'Alice at home' } }
    const onItsSide = draw(400, 200).jpeg().withExif(exif).withMetadata({ orientation: 6, icc: 'p3' })
    const taken = await onItsSide.toBuffer()
    expect(await sharp(taken).metadata()).toMatchObject({ orientation: 6, icc: expect.anything() })
    expect(taken.includes('Alice at home')).toBe(true)
    const redrawn = await redrawPicture(taken)
    expect(redrawn.includes('Alice')).toBe(false)
    const { width, height, exif: kept, icc, orientation } = await sharp(redrawn).metadata()
    expect([width, height, kept, icc, orientation]).toEqual([200, 400, undefined, undefined, undefined])
  })

  test('removes data appended to or embedded in a picture', async () => {
    const tail = Buffer.from('<script>alert(document.cookie)</script>')
    for (const drawn of [draw(20, 20).png(), draw(20, 20).jpeg()]) {
      const polyglot = Buffer.concat([await drawn.toBuffer(), tail])
      expect((await redrawPicture(polyglot)).includes('script')).toBe(false)
    }
  })

  test('redraws only the first frame of an animated picture', async () => {
    const frames = await Promise.all([draw(10, 10).png().toBuffer(), draw(10, 10).negate().png().toBuffer()])
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    expect((await sharp(await redrawPicture(moving)).metadata()).pages ?? 1).toBe(1)
  })

  test.each([
    ['a file that is not a picture', Buffer.from('<script>'), 'file.not-picture'],
    ['an SVG', SVG, 'file.not-picture'],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'file.not-picture'],
    ['a GIF that is also a script', Buffer.from('GIF89a/*\u0000*/=1;alert(1)'), 'file.not-picture'],
    ['a PNG signature alone', pngSaying(1, 1).subarray(0, 8), 'file.picture-broken'],
    ['an SVG behind a PNG’s signature', Buffer.concat([pngSaying(1, 1).subarray(0, 8), SVG]), 'file.picture-broken'],
    ['an SVG behind a JPEG’s', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), SVG]), 'file.picture-broken'],
    ['a truncated PNG', pngSaying(2_000, 2_000), 'file.picture-broken'],
    ['60,000 × 60,000 pixels', pngSaying(60_000, 60_000), 'file.picture-too-wide'],
  ])('refuses to redraw %s', { meta: { spec: 'validation.avatar-size' } }, async (_what, content, code) => {
    const error = await redrawPicture(content).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code })
  })

  test('refuses a truncated JPEG', async () => {
    const whole = await draw(800, 800).jpeg({ quality: 100 }).toBuffer()
    await expect(redrawPicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'file.picture-broken',
    })
  })

  test('does not block the event loop while it redraws a picture', async () => {
    const big = await draw(6_000, 6_000).png().toBuffer()
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await redrawPicture(big)
    clearInterval(timer)
    // The timer could not have fired if redrawing had blocked the event loop.
    expect(turns).toBeGreaterThan(3)
  })

  test('detects picture types from the file’s content', () => {
    expect(pictureTypeOf(Buffer.from('GIF89a'))).toBeUndefined()
    expect(pictureTypeOf(pngSaying(1, 1))).toBe('png')
  })
})

function upload(w: World, content: Buffer, headers: Record<string, string>) {
  const payload = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const url = `${w.settings.PREFIX}/sys/common/upload`
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  return w.app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload })
}

async function store(w: World, user: TestUser): Promise<string> {
  const answer = (await upload(w, await draw(30, 30).png().toBuffer(), asUser(user))).json()
  expect(answer).toMatchObject({ success: true, message: expect.stringMatching(/^pictures\/[\w-]+\.webp$/) })
  return answer.message
}

const show = (w: World, path: string) => w.app.inject(`${w.settings.PREFIX}/sys/common/static/${path}`)
const setAvatar = (w: World, party: TestParty, avatar: string | null) =>
  call(w, UpdateParty, { id: party.partyId, avatar }, { user: party.admin, party })

const isThere = async (w: World, path: string) => (await show(w, path)).statusCode === 200
const isGone = (w: World, path: string) => vi.waitUntil(async () => !(await isThere(w, path)), { interval: 20 })

/**
 * Returns whether the picture is still stored. Pictures are checked in order, so once a later picture was removed, this
 * picture has been checked, too.
 */
async function isKept(w: World, path: string): Promise<boolean> {
  const party = await buildParty(w)
  const later = await store(w, party.admin)
  await setAvatar(w, party, later)
  await setAvatar(w, party, null)
  await isGone(w, later)
  return isThere(w, path)
}

const REFUSED = [
  'http://evil.example/a.png',
  'https://evil.example/pictures/a.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//evil.example/a.png',
  'pictures/../keys/signing.pem',
  'pictures/none.webp',
  'keys/signing.pem',
]

describeOnOne('pictures', (world) => {
  test('stores pictures redrawn and shows them to everyone', {
    meta: { spec: 'calls.sys/common/upload' },
  }, async () => {
    const w = world()
    const path = await store(w, await buildUser(w))
    const shown = await show(w, path)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await sharp(shown.rawPayload).metadata()).format).toBe('webp')
    expect((await show(w, 'pictures/..%2F..%2Fkeys%2Fsigning.pem')).statusCode).toBe(404)
    expect((await show(w, 'pictures/none.webp')).statusCode).toBe(404)
  })

  test('still shows pictures from earlier versions', async () => {
    const w = world()
    await w.deps.files.put('pictures/old-one.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    const shown = await show(w, 'pictures/old-one.jpg')
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('refuses a picture that is invalid, too large, or sent without a session', {
    meta: { spec: ['validation.avatar-size', 'calls.sys/common/upload', 'limits.avatar-size'] },
  }, async () => {
    const w = world()
    const user = await buildUser(w)
    const errorOf = async (content: Buffer) => (await upload(w, content, asUser(user))).json().error
    expect(await errorOf(SVG)).toBe('file.not-picture')
    expect(await errorOf(pngSaying(60_000, 60_000))).toBe('file.picture-too-wide')
    expect(await errorOf(pngSaying(2_000, 2_000))).toBe('file.picture-broken')
    expect(await errorOf(Buffer.alloc(0))).toBe('file.missing')
    expect(await errorOf(Buffer.alloc(3 * 1024 * 1024 + 1))).toBe('file.too-large')
    const nobody = await upload(w, await draw(3, 3).png().toBuffer(), {})
    expect([nobody.statusCode, nobody.json().error]).toEqual([401, 'session.missing'])
    const url = `${w.settings.PREFIX}/sys/common/upload`
    const none = await w.app.inject({ method: 'POST', url, headers: asUser(user), payload: {} })
    expect(none.json().error).toBe('request.form-broken')
  })

  test('requires that the picture of a party or task is stored on this platform', {
    meta: { spec: 'calls.flPartyInfo/register' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const path = await store(w, party.admin)
    const name = uniqueName('P')
    const wanted = { id: String(Math.floor(1 + Math.random() * 9e8)), name: { cn: name, en: name } }
    const newTask = { name: 'T', description: '', visibility: 'public', researchType: 'federated' } as const
    for (const avatar of REFUSED) {
      expect((await setAvatar(w, party, avatar)).error).toBe('file.picture-unknown')
      const user = await buildUser(w)
      expect((await call(w, CreateParty, { ...wanted, avatar }, { user })).error).toBe('file.picture-unknown')
    }
    expect((await setAvatar(w, party, path)).result.avatar).toBe(path)
    expect((await call(w, CreatePartyOlder, { ...wanted, avatar: path }, { user: party.admin })).result).toMatchObject({
      ...wanted,
      avatar: path,
    })
    // The platform checks the picture first, and then reports that the party has no edge.
    const create = async (avatar: string) =>
      (await call(w, CreateTask, { ...newTask, avatar }, { user: party.admin, party })).error
    for (const avatar of REFUSED) expect(await create(avatar)).toBe('file.picture-unknown')
    expect(await create(path)).toBe('task.environment')
  })

  test('keeps a picture address that was set before foreign addresses were refused, until the address is changed', async () => {
    const w = world()
    const party = await buildParty(w)
    const old = 'https://elsewhere.example/a.png'
    await w.db.update(parties).set({ avatar: old }).where(eq(parties.id, party.partyId))
    expect((await setAvatar(w, party, old)).result.avatar).toBe(old)
    expect((await setAvatar(w, party, null)).result.avatar).toBeNull()
    expect((await setAvatar(w, party, old)).error).toBe('file.picture-unknown')
  })

  test('removes replaced pictures, unless a party, user or task still shows them', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const paths = [await store(w, party.admin), await store(w, party.admin), await store(w, party.admin)] as const
    await setAvatar(w, party, paths[0])
    await setAvatar(w, party, paths[0])
    expect(await isKept(w, paths[0])).toBe(true)
    await setAvatar(w, party, paths[1])
    await isGone(w, paths[0])
    expect(await isThere(w, paths[1])).toBe(true)

    await setAvatar(w, other, paths[1])
    await setAvatar(w, party, paths[2])
    expect(await isKept(w, paths[1])).toBe(true)
    await setAvatar(w, other, null)
    await isGone(w, paths[1])

    await w.db.update(users).set({ avatar: paths[2] }).where(eq(users.id, party.member.userId))
    await setAvatar(w, party, null)
    expect(await isKept(w, paths[2])).toBe(true)
    await w.db.update(users).set({ avatar: null }).where(eq(users.id, party.member.userId))
    const shown: typeof task.$inferInsert = {
      id: uniqueName('t'),
      name: 'T',
      description: '',
      avatar: paths[2],
      partyId: party.partyId,
      visibility: 'public',
      status: 'recruiting',
      researchType: 'federated',
      createdByUserId: 'u',
      createdBy: 'u',
      createTime: w.clock.now(),
    }
    await w.db.insert(task).values(shown)
    await setAvatar(w, party, paths[2])
    await setAvatar(w, party, null)
    expect(await isKept(w, paths[2])).toBe(true)
  })
})
