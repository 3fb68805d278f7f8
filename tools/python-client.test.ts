import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ListMyDatasets } from '@tessera/contract/wire'
import { openApiDocument } from '@tessera/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../apps/edge/src/testing/world.ts'
import { DEMO_PASSWORD } from '../apps/platform/src/lib/demo.ts'
import type { Client } from './client.ts'
import { PARTIES, placesFrom, root } from './places.ts'
import { openInstallation, WORDS } from './release/installation.ts'
import { createTask } from './steps.ts'
import { followGuide, installed } from './testing/python-client.ts'

const [ALICE] = PARTIES
const guide = followGuide()
const places = placesFrom({ PORT: '9320', DATA_DIR: join(guide.folder, 'data') })

let generated: ReturnType<typeof guide.generate>
beforeAll(() => {
  generated = guide.generate()
})
afterAll(() => guide.remove())

test('generates a Python client for every call from the checked-in OpenAPI documents', () => {
  // The generator prints a warning for each call that it cannot read, and omits the call.
  expect(generated.map(({ status }) => status)).toEqual([0, 0])
  expect(generated.map(({ output }) => output).join('')).not.toMatch(/warning|unable|error/i)
  for (const server of ['platform', 'edge'] as const) {
    const api = join(guide.folder, `tessera_${server}`, 'api')
    const modules = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((path) => /[a-z]\.py$/.test(path))
    expect(modules).toHaveLength(Object.values(openApiDocument(server).paths).flatMap(Object.keys).length)
  }
})

test('names in the guide the version of the generator that the lock file contains', () => {
  const locked = readFileSync(join(root, 'engine', 'requirements.txt'), 'utf8').split('\n')
  const pinned = installed.filter((name) => name.includes('=='))
  expect(pinned).toEqual([expect.stringMatching(/^openapi-python-client==/)])
  expect(locked).toEqual(expect.arrayContaining(pinned))
})

test('uploads a file and reads a task with the generated client, as docs/guides/calling-the-api.md describes', async () => {
  const { members, stop } = await openInstallation(places, [ALICE], () => {})
  try {
    const client = members.get(ALICE.id) as Client
    await createTask(client, 'Benign or not', 'public', 'federated')
    const table = 'width,side\n1.5,left\n2,right\n2.5,left\n'
    writeFileSync(join(guide.folder, 'table.zip'), await zipOf({ 'table.csv': table }))

    const run = (password: string) =>
      guide.runProgram([places.platformUrl, ALICE.username, 'table.zip'], password, WORDS.captchaAnswer)
    const { status, output } = run(DEMO_PASSWORD)

    const { records } = await client.call(ListMyDatasets, { name: 'table' })
    expect(records).toMatchObject([{ name: 'table', rowCount: 3 }])
    expect(output).toContain(`Dataset ${records[0]?.id} has 3 rows\n`)
    expect(output).toContain('Task Benign or not is recruiting\n')
    expect(status).toBe(0)
    // The generated client parses an error as the envelope in the OpenAPI document.
    expect(run('another password')).toMatchObject({
      status: 1,
      output: expect.stringContaining('account.login-failed'),
    })
  } finally {
    await stop()
  }
})
