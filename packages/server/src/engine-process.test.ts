import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readConfinement } from './engine-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const python = `${root}.venv/bin/python`
const engineDir = `${root}engine`

test('reads from the engine whether a sandbox is available, with a text for the log', async () => {
  const before = process.env.TESSERA_SANDBOX
  onTestFinished(() => {
    if (before === undefined) delete process.env.TESSERA_SANDBOX
    else process.env.TESSERA_SANDBOX = before
  })
  process.env.TESSERA_SANDBOX = 'off'
  expect(await readConfinement({ python, engineDir })).toEqual({
    confinement: 'off',
    words: expect.stringContaining('run unconfined'),
  })
  delete process.env.TESSERA_SANDBOX
  const { confinement, words } = await readConfinement({ python, engineDir })
  expect(['on', 'missing']).toContain(confinement)
  expect(words).toMatch(confinement === 'on' ? /^apps and models are confined/ : /no (Landlock|filter)/)
})

test.each([
  ['does not exist', { python: '/nowhere/python', engineDir }],
  ['has no engine', { python, engineDir: '/nowhere' }],
  ['prints something else', { python: '/bin/echo', engineDir }],
])('reports that no sandbox is available, without throwing, if Python %s', async (_how, where) => {
  expect(await readConfinement(where)).toEqual({
    confinement: 'missing',
    words: expect.stringContaining('no app and no model runs'),
  })
})
