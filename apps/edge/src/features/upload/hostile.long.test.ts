import { readdirSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { CheckHealth } from '@tessera/contract/wire'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawFile, rawZip } from '../../testing/corpus/raw-zip.ts'
import { picture } from '../../testing/pictures.ts'
import { buildWorld, until, type World } from '../../testing/world.ts'

let world: World
let jpeg: Buffer
beforeAll(async () => {
  world = await buildWorld()
  jpeg = await picture()
})
afterAll(() => world.close())

const good: RawFile = { name: 'a.csv', content: 'a,b\n1,2\n3,4\n' }
const alone = (name: string | Buffer, content: string | Buffer, more: Partial<RawFile> = {}) =>
  rawZip([{ name, content, ...more }])
const beside = (name: string, content: string | Buffer) =>
  rawZip([
    { name: 'a/1.jpg', content: jpeg },
    { name: `b/${name}`, content },
  ])
const boxes = (annotation: object) =>
  rawZip([
    { name: 'images/1.jpg', content: jpeg },
    {
      name: 'coco.json',
      content: JSON.stringify({
        images: [{ id: 1, file_name: '1.jpg', width: 64, height: 48 }],
        categories: [{ id: 1, name: 'a' }],
        annotations: [{ image_id: 1, category_id: 1, ...annotation }],
      }),
    },
  ])
const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)

/** Creates an animation of one pixel with very many frames. */
function manyFrames(count: number): Buffer {
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  return Buffer.concat([
    Buffer.from('47494638396101000100800000ffffff000000', 'hex'),
    Buffer.alloc(count * frame.length, frame),
  ])
}

const files = () => {
  const own = (readdirSync(world.dataDir, { recursive: true }) as string[]).filter((name) =>
    /^(tmp|data|uploads)\/./.test(name),
  )
  const around = readdirSync(dirname(world.dataDir)).filter((name) => name.includes('evil'))
  return [...own.sort(), ...around]
}

const heldOpen = () =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return ''
      }
    })
    .filter((path) => /\/(tmp|uploads)\/.*upload/.test(path))

test.each<[string, () => Buffer, string]>([
  ['a path outside in GBK', () => alone(iconv.encode('数据\\..\\..\\evil.csv', 'gbk'), 'a\n1\n'), 'dataset.zip-path'],
  [
    'a path outside after a GBK character',
    () => alone(Buffer.from('815c5c2e2e5c2e2e5c6576696c', 'hex'), 'a\n1\n'),
    'dataset.zip-path',
  ],
  ['a socket', () => rawZip([{ ...good, mode: 0o140666 }]), 'dataset.zip-device'],
  ['names that differ in case', () => rawZip([good, { ...good, name: 'A.CSV' }]), 'dataset.zip-many'],
  ['an archive in an archive', () => alone('a.zip', rawZip([good])), 'dataset.zip-nested'],
  [
    'endlessly nested JSON in a graph',
    () => alone('graph.json', `{"nodes":[{"id":${deep('[', ']')}}],"edges":[]}`),
    'dataset.node-unnamed',
  ],
  [
    'endlessly nested objects',
    () => alone('graph.json', `{"nodes":[{"id":1,"a":${deep('{"a":', '}').replace('}', '1}')}}],"edges":[]}`),
    'dataset.feature-text',
  ],
  [
    'endlessly nested JSON in texts',
    () => alone('t.jsonl', `{"text":"a","label":${deep('[', ']')}}`),
    'dataset.field-type',
  ],
  [
    'an excessive number',
    () => alone('graph.json', '{"nodes":[{"id":1e308,"age":1},{"id":2,"age":1},{"id":3,"age":1e400}],"edges":[]}'),
    'dataset.not-a-number',
  ],
  [
    'a million columns',
    () => alone('a.csv', `${Array.from({ length: 1_000_000 }, (_, at) => at)}\n`),
    'dataset.header-many',
  ],
  ['an excessively long line', () => alone('a.csv', `a,b\n${'x'.repeat(40_000_000)}`), 'dataset.csv-long'],
  ['an unclosed quotation mark', () => alone('a.csv', `a,b\n1,"${'x\n'.repeat(10_000_000)}`), 'dataset.csv-quote'],
  [
    'Parquet with a footer longer than it is',
    () => alone('a.parquet', Buffer.from('PAR1....\xff\xff\xff\x7fPAR1', 'latin1')),
    'dataset.table-broken',
  ],
  [
    'Parquet with nested structures',
    () =>
      alone(
        'a.parquet',
        Buffer.concat([
          Buffer.from('PAR1'),
          Buffer.alloc(0x10000, 0x1c),
          Buffer.from('00000100', 'hex'),
          Buffer.from('PAR1'),
        ]),
      ),
    'dataset.table-broken',
  ],
  ['a workbook without sheets', () => alone('a.xlsx', rawZip([good])), 'dataset.table-broken'],
  ['a box beyond its picture', () => boxes({ bbox: [-1e308, 0, 1e308, 1e308] }), 'dataset.coco-box'],
  ['a box that is not a number', () => boxes({ bbox: [null, 0, 1, 1] }), 'dataset.coco-bbox'],
  [
    'a picture outside the archive',
    () =>
      rawZip([
        { name: '1.jpg', content: jpeg },
        { name: 'l.csv', content: 'name,label\n../../etc/passwd,x\n' },
      ]),
    'dataset.picture-missing',
  ],
  [
    'SVG with the extension of PNG',
    () => beside('2.png', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'dataset.picture-bad',
  ],
])('refuses an upload with %s, leaves no part of it on disk, and continues to serve', async (_what, zip, code) => {
  const before = files()
  const error = await world.upload(zip()).catch((thrown) => thrown)
  expect(error).toMatchObject({ code })
  const storedId = (error.params as { uploadId?: string }).uploadId
  expect(files().filter((name) => storedId === undefined || !name.includes(storedId))).toEqual(before)
  // Deleted files take up disk space until they are closed.
  await until(() => heldOpen().length === 0, 1_000)
  expect(await world.call(CheckHealth, {} as never)).toEqual({ status: 'ok' })
})

test.each<[string, () => Buffer]>([
  ['a picture with very many frames', () => beside('2.gif', manyFrames(100_000))],
  ['a picture followed by an archive', () => beside('2.jpg', Buffer.concat([jpeg, rawZip([good])]))],
])('reads only the first picture of %s', async (_what, zip) => {
  expect((await world.upload(zip())).rowCount).toBe(2)
})
