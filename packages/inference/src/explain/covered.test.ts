import type { Prediction, TableRow } from '@tessera/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileOf } from '../kinds/pictures.ts'
import { pixelsOf } from '../pixels.ts'
import { sumOf } from './exact.ts'
import { explainParts, withEachCovered } from './occlusion.ts'

const input = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 } as const
const output = { kind: 'classes' as const, label: 'predicted', classes: ['bad', 'good'] }
const predicted = (good: number): Prediction => ({
  kind: 'classes',
  data: {},
  result: 'good',
  probabilities: { bad: 1 - good, good },
})

test('covers each part of the picture once with the mean colour, and changes no other pixels', async () => {
  const grey = Uint8Array.from({ length: 16 * 24 * 3 }, (_one, at) => (Math.floor(at / 3) % 2 === 0 ? 0 : 200))
  const file = await sharp(grey, { raw: { width: 24, height: 16, channels: 3 } })
    .png()
    .toBuffer()
  const rows: TableRow[] = []
  for await (const row of withEachCovered(input, { file: file.toString('base64') })) rows.push(row)
  expect(rows).toHaveLength(64)
  const covered = await Promise.all(rows.map(async (row) => (await pixelsOf(fileOf(row, 'file'), 512)).data))
  const times = grey.map((_value, at) => covered.filter((data) => data[at] === 100).length)
  expect(new Set(times)).toEqual(new Set([1]))
  expect(covered[0]?.filter((value) => value === 100)).toHaveLength(2 * 3 * 3)
})

test('reports the effect of a part as the change of the prediction when the part is covered', () => {
  const answer = predicted(0.8)
  const found = explainParts(answer, [predicted(0.5), predicted(0.9)], sumOf(answer, output, false) ?? expect.fail())
  expect(found).toMatchObject({ method: 'covered', class: 'good', against: 'bad' })
  expect(found.parts?.effects[0]).toBeCloseTo(Math.log(4), 12)
  expect(found.parts?.effects[1]).toBeLessThan(0)
})
