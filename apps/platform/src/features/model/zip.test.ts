import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf } from './zip.ts'

test('another program reads the zip back', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'zip-')), 'model.zip')
  writeFileSync(
    file,
    zipOf([
      { name: 'model.onnx', content: new Uint8Array([0, 1, 2, 255]) },
      { name: '卡片.json', content: new TextEncoder().encode('{"a": 1}') },
    ]),
  )
  const script =
    'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; ' +
    'print(json.dumps({n: z.read(n).hex() for n in z.namelist()}))'
  expect(JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))).toEqual({
    'model.onnx': '000102ff',
    '卡片.json': '7b2261223a20317d',
  })
})
