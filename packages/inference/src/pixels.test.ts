import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawnAt, pixelsOf, smallPicture } from './pixels.ts'

const picture = (pixels: number[], width: number) =>
  sharp(Uint8Array.from(pixels), { raw: { width, height: pixels.length / 3 / width, channels: 3 } })

test('rotates a picture to its upright orientation', async () => {
  const file = await picture([255, 0, 0, 0, 0, 255], 2)
    .withExif({ IFD0: {} })
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer()
  const { height, width, data } = await pixelsOf(file, 512)
  expect([height, width]).toEqual([2, 1])
  expect([...data]).toEqual([255, 0, 0, 0, 0, 255])
})

test('fills transparent pixels with white, whatever their hidden colour', async () => {
  const seen = [
    [255, 0, 0, 0],
    [10, 20, 30, 255],
    [100, 0, 200, 128],
  ]
  const hidden = [[0, 99, 7, 0], ...seen.slice(1)]
  const expected = [255, 255, 255, 10, 20, 30, 177, 127, 227]
  for (const pixels of [seen, hidden]) {
    const raw = { width: 3, height: 1, channels: 4 } as const
    const file = await sharp(Uint8Array.from(pixels.flat()), { raw }).png().toBuffer()
    expect([...(await pixelsOf(file, 512)).data]).toEqual(expected)
    const small = await sharp(await smallPicture(file))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(small.info.channels).toBe(3)
    expect([...small.data]).toEqual(expected)
  }
})

test('shrinks a picture that is too large: each pixel becomes the rounded mean of a square, which is cropped at the edge', async () => {
  const grey = [1, 2, 9, 4, 6, 5, 200, 100, 50].flatMap((value) => [value, value, value])
  const { height, width, data } = await drawnAt({ height: 3, width: 3, data: Uint8Array.from(grey) }, 2)
  expect([height, width]).toEqual([2, 2])
  expect([...data].filter((_value, at) => at % 3 === 0)).toEqual([3, 7, 150, 50])
})

test('shrinks a picture by the smallest sufficient factor', async () => {
  const file = await sharp({ create: { width: 1030, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  expect(await pixelsOf(file, 512)).toMatchObject({ width: 344, height: 7 })
})

test.each([
  ['no picture', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  [
    'an animation',
    await picture(
      Array.from({ length: 300 }, () => 9),
      10,
    )
      .gif()
      .toBuffer(),
  ],
  [
    'one of four inks',
    await picture(
      Array.from({ length: 300 }, () => 9),
      10,
    )
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer(),
  ],
  [
    'one that breaks off',
    await picture(
      Array.from({ length: 3_000 }, (_one, at) => at % 251),
      20,
    )
      .jpeg()
      .toBuffer()
      .then((file) => file.subarray(0, 300)),
  ],
])('refuses %s as a picture, and explains what to do', async (_what, file) => {
  await expect((async () => pixelsOf(file, 512))()).rejects.toMatchObject({ code: 'inference.picture-unreadable' })
})
