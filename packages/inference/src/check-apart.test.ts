import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inputColumnsOf } from '@tessera/contract'
import { expect, test } from 'vitest'
import { checkApart } from './check-apart.ts'

const fileOf = (name: string) => readFile(new URL(`../test-data/${name}.onnx`, import.meta.url))
const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** The model as a file of its own, which nothing has seen yet: its producer's version is another. */
async function unseen(name: string, version: number) {
  const file = Buffer.concat([await fileOf(name), Uint8Array.of(5 * 8, version)])
  return { sha256: sha256Of(file), file }
}

test('says what the model takes and gives, and lets other work go on meanwhile', async () => {
  let turns = 0
  const other = setInterval(() => {
    turns += 1
  })
  const { sha256, file } = await unseen('classes', 1)
  turns = 0
  const signature = await checkApart(sha256, file)
  clearInterval(other)
  expect(signature.output).toEqual({ kind: 'classes', label: 'ill', classes: ['no', 'yes'] })
  expect(turns).toBeGreaterThan(0)
  expect(file.length).toBeGreaterThan(0)
})

test('a refusal says the same as the check itself', async () => {
  const file = await fileOf('external-initializer')
  await expect(checkApart(sha256Of(file), file)).rejects.toMatchObject({
    ...{ code: 'model.refused-external-data', params: { name: 'w' } },
  })
})

test.each([
  ['memory', { megabytes: 4, seconds: 30 }, { part: 'megabytes', limit: 4 }],
  ['time', { megabytes: 512, seconds: 0.001 }, { part: 'seconds', limit: 0.001 }],
])('a check that takes more %s than it may is a refusal, and others go on', async (_what, limits, params) => {
  const { sha256, file } = await unseen('classes', 2)
  await expect(checkApart(sha256, file, limits)).rejects.toMatchObject({ code: 'model.refused-size', params })
  const next = await unseen('classes', _what.length)
  expect(inputColumnsOf((await checkApart(next.sha256, next.file)).input)).toHaveLength(2)
})

test('a file found good is not checked again; one that was refused is', async () => {
  const { sha256, file } = await unseen('classes', 100)
  const none = { megabytes: 512, seconds: 0.001 }
  await expect(checkApart(sha256, file, none)).rejects.toMatchObject({ code: 'model.refused-size' })
  const signature = await checkApart(sha256, file)
  expect(await checkApart(sha256, file, none)).toEqual(signature)
})
