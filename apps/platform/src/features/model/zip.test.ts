import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { zipOf } from './zip.ts'

const ENTRIES = [
  { name: 'model.onnx', content: new Uint8Array([9, 0, 1, 2, 255]).subarray(1) },
  { name: '卡片.json', content: new TextEncoder().encode('{"a": 1}') },
]

test('writes a zip file that another program can read', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'zip-')), 'model.zip')
  writeFileSync(file, await zipOf(ENTRIES))
  const script =
    'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; ' +
    'print(json.dumps({n: z.read(n).hex() for n in z.namelist()}))'
  expect(JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))).toEqual({
    'model.onnx': '000102ff',
    '卡片.json': '7b2261223a20317d',
  })
})

test('writes the same bytes for the same files at any time', async () => {
  const first = await zipOf(ENTRIES)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  try {
    expect((await zipOf(ENTRIES)).equals(first)).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
