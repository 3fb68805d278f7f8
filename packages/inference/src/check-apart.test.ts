import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inputColumnsOf } from '@tessera/contract'
import { expect, test } from 'vitest'
import { checkInWorker } from './check-in-worker.ts'

const fileOf = (name: string) => readFile(new URL(`../test-data/${name}.onnx`, import.meta.url))
const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** Returns the model as a file that was not checked before, by changing the version of the producer. */
async function unseen(name: string, version: number) {
  const file = Buffer.concat([await fileOf(name), Uint8Array.of(5 * 8, version)])
  return { sha256: sha256Of(file), file }
}

test('reports the input and output of a model without blocking other work', async () => {
  let turns = 0
  const other = setInterval(() => {
    turns += 1
  })
  const { sha256, file } = await unseen('classes', 1)
  turns = 0
  const signature = await checkInWorker(sha256, file)
  clearInterval(other)
  expect(signature.output).toEqual({ kind: 'classes', label: 'ill', classes: ['no', 'yes'] })
  expect(turns).toBeGreaterThan(0)
  expect(file.length).toBeGreaterThan(0)
})

test('refuses a model in the worker with the same error as the check itself', async () => {
  const file = await fileOf('external-initializer')
  await expect(checkInWorker(sha256Of(file), file)).rejects.toMatchObject({
    code: 'model.refused-external-data',
    params: { name: 'w' },
  })
})

test.each([
  ['memory', { megabytes: 4, seconds: 30 }, { part: 'megabytes', limit: 4 }],
  ['time', { megabytes: 512, seconds: 0.001 }, { part: 'seconds', limit: 0.001 }],
])(
  'refuses a file whose check exceeds its limit of %s, and still checks other files',
  async (_what, limits, params) => {
    const { sha256, file } = await unseen('classes', 2)
    await expect(checkInWorker(sha256, file, limits)).rejects.toMatchObject({ code: 'model.refused-size', params })
    const next = await unseen('classes', _what.length)
    expect(inputColumnsOf((await checkInWorker(next.sha256, next.file)).input)).toHaveLength(2)
  },
)

test('does not check an accepted file again, but checks a refused file again', async () => {
  const { sha256, file } = await unseen('classes', 100)
  const none = { megabytes: 512, seconds: 0.001 }
  await expect(checkInWorker(sha256, file, none)).rejects.toMatchObject({ code: 'model.refused-size' })
  const signature = await checkInWorker(sha256, file)
  expect(await checkInWorker(sha256, file, none)).toEqual(signature)
})
