import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './places.ts'
import { Services } from './services.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-services-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a script that reports when it is ready, and takes `endMs` to stop. */
function script(name: string, endMs: number): string {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(
    path,
    `import { appendFileSync, writeFileSync } from 'node:fs'
    const note = (what) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, '${name} ' + what + '\\n')
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => {
      note('stopping')
      setTimeout(() => { note('ends'); process.exit(0) }, ${endMs})
    })
    writeFileSync(${JSON.stringify(join(folder, name))}, '')`,
  )
  return relative(root, path)
}

test('stops processes in reverse order, so that each stops before the one that it needs', {
  meta: { spec: 'states.run-survives-restart' },
}, async () => {
  const services = new Services(join(folder, 'logs'), () => {})
  services.start('fleet', script('fleet', 0), process.env)
  services.start('platform', script('platform', 300), process.env)
  await services.untilStarted(...['fleet', 'platform'].map((name) => () => existsSync(join(folder, name))))
  await services.stop()
  const notes = readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')
  expect(notes).toEqual(['platform stopping', 'platform ends', 'fleet stopping', 'fleet ends'])
})
