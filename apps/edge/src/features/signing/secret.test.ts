import { execFileSync } from 'node:child_process'
import { createHmac, scryptSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHEAP } from '../../testing/world.ts'
import { pepperFile } from './pepper.ts'
import { Secrets } from './secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tessera-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('does not allow finding the PIN from the database alone, even by trying the right PIN', {
  meta: { spec: 'roles.pin-storage' },
}, async () => {
  const secrets = new Secrets(dataDir)
  const [, N, r, p, , salt = '', key] = (await secrets.hashOf('202620')).split(':')
  expect([N, r, p]).toEqual(['131072', '8', '1'])
  const tried = (secret: string | Buffer) =>
    scryptSync(secret, Buffer.from(salt, 'base64'), 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }).toString('base64')
  expect(tried('202620')).not.toBe(key)
  // With the pepper file in addition to the database, the PIN can be found.
  const pepper = Buffer.from(readFileSync(pepperFile(dataDir), 'utf8').trim(), 'base64url')
  expect(pepper).toHaveLength(32)
  expect(tried(createHmac('sha256', pepper).update('202620').digest())).toBe(key)
})

test('creates a private pepper file at first use, and does not replace it', async () => {
  const hash = await new Secrets(dataDir, CHEAP).hashOf('４７１１９９')
  expect(statSync(pepperFile(dataDir)).mode & 0o777).toBe(0o600)
  const again = new Secrets(dataDir, CHEAP)
  // Keyboards encode digits differently, for example as full-width digits.
  expect(await again.isRight('471199', hash)).toBe(true)
  expect(await again.isRight('471198', hash)).toBe(false)
  expect(again.isLost(hash)).toBe(false)
})

test('makes a restored pepper file private at start if others could read it', async () => {
  const hash = await new Secrets(dataDir, CHEAP).hashOf('471199')
  chmodSync(pepperFile(dataDir), 0o644)
  const again = new Secrets(dataDir, CHEAP)
  expect(statSync(pepperFile(dataDir)).mode & 0o777).toBe(0o600)
  expect(again.isLost(hash)).toBe(false)
})

test('stores the hashing parameters in each hash, so that a hash with other parameters can still be verified', async () => {
  const hash = await new Secrets(dataDir, { N: 2 ** 11, r: 4, p: 2 }).hashOf('471199')
  expect(await new Secrets(dataDir, CHEAP).isRight('471199', hash)).toBe(true)
})

test('treats a hash as lost if its pepper is missing or another one, and then accepts no PIN', async () => {
  const hash = await new Secrets(dataDir, CHEAP).hashOf('471199')
  rmSync(pepperFile(dataDir))
  const without = new Secrets(dataDir, CHEAP)
  expect([without.isLost(hash), await without.isRight('471199', hash)]).toEqual([true, false])
  const another = await without.hashOf('471199')
  expect([without.isLost(hash), without.isLost(another)]).toEqual([true, false])
})

test('reports a damaged pepper file and does not overwrite it', () => {
  new Secrets(dataDir)
  execFileSync('mkdir', [join(dataDir, 'keys')])
  writeFileSync(pepperFile(dataDir), 'half')
  expect(() => new Secrets(dataDir)).toThrow('tessera signer reset')
  expect(readFileSync(pepperFile(dataDir), 'utf8')).toBe('half')
})

test.runIf(process.platform === 'linux')(
  'uses no more memory for six concurrent hashes than for one',
  { meta: { spec: 'roles.pin-storage' } },
  () => {
    // The test does not use maxRSS, because a process inherits it from the process that forked it.
    const program = `
    import { readFileSync } from 'node:fs'
    import { Secrets } from ${JSON.stringify(fileURLToPath(new URL('./secret.ts', import.meta.url)))}
    const secrets = new Secrets(${JSON.stringify(dataDir)})
    await Promise.all(Array.from({ length: 6 }, () => secrets.hashOf('202620')))
    console.log(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  `
    const kilobytes = Number(
      execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], { encoding: 'utf8' }),
    )
    // Two hashes at once would already need 256 MiB in addition to the memory of Node.js.
    expect(kilobytes).toBeGreaterThan(128 * 1024)
    expect(kilobytes).toBeLessThan(300 * 1024)
  },
)
