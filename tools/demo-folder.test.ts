import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BadSettings, freePort } from '@tessera/server'
import { afterAll, expect, test } from 'vitest'
import { requirePorts } from './demo-folder.ts'
import { placesFrom, root } from './places.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('refuses a folder that another demo uses, before any process starts', async () => {
  // The lock contains the process id of this test, which acts as the other demo.
  writeFileSync(join(dataDir, 'demo.lock'), String(process.pid))
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'demo.ts')],
    { env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) }, encoding: 'utf8' },
  )
  expect(stderr).toContain(`in use by process ${process.pid}`)
  expect(stderr).toMatch(/Stop that one, or .*DATA_DIR=\S+ PORT=\d+ make demo/)
  expect(status).toBe(78)
  expect(readdirSync(dataDir)).toEqual(['demo.lock'])
})

test('proposes another folder to a demo whose port is in use', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  const places = { ...placesFrom({ DATA_DIR: dataDir }), port, edgePort: () => port, fleetPort: port }
  const refused = requirePorts(places)
  await expect(refused).rejects.toThrow(BadSettings)
  await expect(refused).rejects.toThrow(`PORT=${port + 100} make demo`)
  await expect(refused).rejects.toThrow(`DATA_DIR=${dataDir}-2`)
  server.close()
})
