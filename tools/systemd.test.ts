import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const isThere = spawnSync('systemd-analyze', ['--version']).status === 0
const textOf = (name: string) => readFileSync(join(root, 'deploy', 'systemd', `${name}.service`), 'utf8')

test.each(['platform', 'edge'])('starts in the %s unit the same entry point as make', (name) => {
  const command = `node_modules/.bin/node --disable-warning=ExperimentalWarning`
  expect(textOf(`tessera-${name}`)).toContain(`ExecStart=/opt/tessera/${command} /opt/tessera/tools/${name}.ts\n`)
  expect(readFileSync(join(root, 'Makefile'), 'utf8')).toContain(`${command} tools/${name}.ts\n`)
})

test.each(['platform', 'edge'])('limits memory and processes in the %s unit', (name) => {
  expect(textOf(`tessera-${name}`)).toMatch(/^MemoryMax=\d+%$/m)
  expect(textOf(`tessera-${name}`)).toMatch(/^TasksMax=\d+$/m)
})

test.skipIf(!isThere).each(['platform', 'edge'])(
  'has a %s unit that systemd’s verification accepts',
  { meta: { spec: 'calls.installation-and-systemd' } },
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-units-'))
    const unit = join(folder, `tessera-${name}.service`)
    writeFileSync(unit, textOf(`tessera-${name}`).replaceAll('/opt/tessera', root))
    const checked = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    rmSync(folder, { recursive: true, force: true })
    expect({ status: checked.status, output: `${checked.stdout}${checked.stderr}` }).toEqual({ status: 0, output: '' })
  },
)
