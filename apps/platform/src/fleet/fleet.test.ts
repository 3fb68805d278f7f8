import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { stripVTControlCharacters } from 'node:util'
import { BadSettings, plainEnvironment } from '@tessera/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readPlatformSettings } from '../settings.ts'
import { federationRanOutOn, openAuthority } from './authority.ts'
import { readFleetConfig } from './config.ts'
import { type FleetAddress, type Flower, FlowerError, frames, nodeKey, openFlower } from './flower.ts'
import { startFleet } from './main.ts'
import { renewCertificates } from './renew-certificates.ts'

const DAY_MS = 86_400_000
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-fleet-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the fleet’s certificate authority', () => {
  test('creates the authority once, with keys that only their owner can read', async () => {
    const { caFile } = await openAuthority(dataDir)
    const first = readFileSync(caFile, 'utf8')
    const again = await openAuthority(dataDir)

    expect(readFileSync(again.caFile, 'utf8')).toBe(first)
    const keys = [join(dataDir, 'authority/ca.key'), again.executorSecretFile, again.controlSecretFile]
    for (const file of keys) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('signs certificates of listeners for names and addresses', async () => {
    const authority = await openAuthority(dataDir)
    const { certFile } = await authority.issue('test', ['127.0.0.1', 'fleet.example'])

    const ca = new X509Certificate(readFileSync(authority.caFile))
    const certificate = new X509Certificate(readFileSync(certFile))
    expect(certificate.verify(ca.publicKey)).toBe(true)
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(certificate.checkHost('fleet.example')).toBe('fleet.example')
    expect(certificate.ca).toBe(false)
  })

  test('warns daily in the authority’s last year, and refuses to start the fleet after the authority expires', {
    meta: { spec: 'calls.fleet-certificate-renewal' },
  }, async () => {
    const dir = mkdtempSync(join(dataDir, 'old-'))
    const authority = await openAuthority(dir)
    const date = authority.validTo.toISOString().slice(0, 10)
    const lines: string[] = []
    const say = (line: string) => lines.push(line)
    vi.useFakeTimers({ toFake: ['Date'], now: authority.validTo.getTime() - 366 * DAY_MS })
    let looks = 0
    const watched = {
      ...authority,
      get validTo() {
        looks += 1
        return authority.validTo
      },
    }
    const stop = renewCertificates(watched, [], say, 5)
    const looked = async () => {
      const before = looks
      await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 2))
    }
    try {
      await looked()
      expect(lines).toEqual([])
      for (const days of [364, 363]) {
        lines.length = 0
        vi.setSystemTime(authority.validTo.getTime() - days * DAY_MS)
        await looked()
        expect(lines).toEqual([
          expect.stringContaining(`runs out on ${date}: “Certificates” in docs/guides/operating.md`),
        ])
      }
      expect(await federationRanOutOn(dir, new Date())).toBeUndefined()
      vi.setSystemTime(authority.validTo)
      expect(await federationRanOutOn(dir, new Date())).toEqual(authority.validTo)
      const starting = startFleet(readFleetConfig({ DATA_DIR: dir, FLEET_PORT: '0' }), say)
      await expect(starting).rejects.toThrow(BadSettings)
      await expect(starting).rejects.toThrow(`ran out on ${date}`)
    } finally {
      await stop()
      vi.useRealTimers()
    }
  })
})

test('names the settings with invalid values', () => {
  expect(() => readFleetConfig({ FLEET_PORT: 'x' })).toThrow('FLEET_PORT')
})

test('uses the platform’s host name for the front door unless other host names are set for the fleet', () => {
  const PUBLIC_URL = 'https://tessera.example.org:8443'
  expect(readFleetConfig({ PUBLIC_URL }).fleetNames).toEqual(['tessera.example.org'])
  expect(readFleetConfig({ PUBLIC_URL: 'https://[2001:db8::7]:8443' }).fleetNames).toEqual(['2001:db8::7'])
  expect(readFleetConfig({ PUBLIC_URL, FLEET_NAMES: 'fleet.example, 10.0.0.7' }).fleetNames).toEqual([
    'fleet.example',
    '10.0.0.7',
  ])
})

test('uses the same folder for the files of fleet and platform, and treats an empty value as not set', () => {
  for (const env of [{}, { DATA_DIR: '', FLEET_PORT: '', PYTHON: '', HOST: '' }]) {
    expect(readFleetConfig(env)).toMatchObject({
      dataDir: readPlatformSettings(env).DATA_DIR,
      fleetPort: 8084,
      host: '127.0.0.1',
      python: expect.stringContaining('.venv'),
    })
  }
})

test('hides the platform’s secrets from a Python child process', () => {
  expect(plainEnvironment({ PATH: '/bin', DATABASE_URL: 'postgres://u:p@h/d' })).toEqual({ PATH: '/bin' })
})

test('reads complete frames of Flower’s streams from chunks of any size', async () => {
  const sent = Buffer.from([0, 0, 0, 2, 1, 2, 0, 0, 0, 1, 3])
  async function* bytes() {
    for (const byte of sent) yield Uint8Array.of(byte)
  }
  const read: number[][] = []
  for await (const frame of frames(bytes())) read.push([...frame])
  expect(read).toEqual([[1, 2], [3]])
})

// Requires the engine's virtual environment, which `make test` creates before this test.
const config = readFleetConfig({ DATA_DIR: dataDir, FLEET_PORT: '0' })
describe.skipIf(!existsSync(config.python))('a fleet of real processes', () => {
  let fleet: Awaited<ReturnType<typeof startFleet>>
  let flower: Flower

  beforeAll(async () => {
    fleet = await startFleet(config, () => {})
    flower = openFlower(fleet.address)
  })
  afterAll(async () => {
    await flower?.close()
    await fleet?.stop()
  })

  test('writes the address of the fleet to a file for the platform', () => {
    expect(JSON.parse(readFileSync(join(dataDir, 'fleet.json'), 'utf8'))).toEqual(fleet.address)
  })

  test('refuses to start a second fleet on the same folder, and does not change its address file', async () => {
    const second = startFleet(config, () => {}).then((started) => started.stop())
    await expect(second).rejects.toThrow(BadSettings)
    await expect(second).rejects.toThrow(`in use by process ${process.pid}`)
    expect(JSON.parse(readFileSync(join(dataDir, 'fleet.json'), 'utf8'))).toEqual(fleet.address)
  })

  test('admits a party’s key, lists it, and removes it permanently', {
    meta: { spec: 'calls.flPartyInfo/edge' },
  }, async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

    const nodeId = await flower.registerNode(pem, '1001')
    const isNew = { status: 'registered', isOnline: false }
    expect(await flower.listNodes()).toEqual([{ nodeId, name: '1001', ...isNew, publicKey: nodeKey(pem) }])

    await flower.unregisterNode(nodeId)
    expect((await flower.listNodes()).filter((node) => node.status !== 'unregistered')).toEqual([])
    await expect(flower.registerNode(pem, '1001')).rejects.toThrow(FlowerError)
  })

  test('logs the output of its processes where the manual says, with a time and without colour codes on each line', async () => {
    for (const name of ['superlink.log', 'server-runner.log']) {
      const logText = () => readFileSync(join(dataDir, 'logs', name), 'utf8')
      await vi.waitFor(() => expect(logText()).toContain('Starting Flower'))
      expect(stripVTControlCharacters(logText())).toBe(logText())
      for (const line of logText().trimEnd().split('\n')) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+Z /)
    }
  })

  test('reports that a new SuperLink has no runs', async () => {
    expect(await flower.listRuns()).toEqual([])
    expect(await flower.findRun('123')).toBeUndefined()
    await expect(flower.startRun(Buffer.from('no zip'), {})).rejects.toThrow(FlowerError)
  })

  test.each(['/v1/control/list-runs', '/v1/fleet/../control/list-runs', '/health'])(
    'refuses the request %s at the fleet’s front door',
    async (path) => {
      expect(await knock(fleet.address.frontDoorUrl, fleet.address.caFile, path)).toBe(403)
    },
  )

  test('treats the fleet as restarted after its task runner has ended together with every ServerApp', async () => {
    const readAddress = () => JSON.parse(readFileSync(join(dataDir, 'fleet.json'), 'utf8')) as FleetAddress
    const before = readAddress()
    process.kill(fleet.childPids()[1] as number, 'SIGKILL')
    await expect.poll(() => readAddress().start).not.toBe(before.start)
    expect({ ...readAddress(), start: '' }).toEqual({ ...before, start: '' })
    await expect.poll(() => askHealth(fleet.address, '/readyz')).toEqual({ code: 200, status: 'ready' })
  })

  test('reports the fleet’s health, and whether runs can continue', async () => {
    expect(await askHealth(fleet.address, '/healthz')).toEqual({ code: 200, status: 'ok' })
    expect(await askHealth(fleet.address, '/readyz')).toEqual({ code: 200, status: 'ready' })
    const [superlink] = fleet.childPids() as [number]
    process.kill(superlink, 'SIGSTOP')
    const missing = ['superlink']
    expect(await askHealth(fleet.address, '/healthz')).toEqual({ code: 200, status: 'degraded', missing })
    expect(await askHealth(fleet.address, '/readyz')).toEqual({ code: 503, status: 'not-ready', missing })
    process.kill(superlink, 'SIGCONT')
    await expect.poll(() => askHealth(fleet.address, '/readyz')).toEqual({ code: 200, status: 'ready' })
  })

  test('reports that the fleet’s certificate has expired, so that no party can connect', async () => {
    const { issue } = await openAuthority(dataDir)
    const { certFile } = await issue('expired', ['127.0.0.1'], new Date(Date.now() - 60_000))
    const file = join(dataDir, 'authority', 'superlink.pem')
    const good = readFileSync(file)
    copyFileSync(certFile, file)
    const expected = { code: 503, status: 'not-ready', missing: ['certificate'] }
    expect(await askHealth(fleet.address, '/readyz')).toEqual(expected)
    writeFileSync(file, good)
    expect(await askHealth(fleet.address, '/readyz')).toEqual({ code: 200, status: 'ready' })
  })
})

describe.skipIf(!existsSync(config.python))('the certificates of a fleet', () => {
  test('renews the fleet’s certificates a month before they expire, without restarting the front door or the SuperLink', {
    meta: { spec: 'calls.fleet-certificate-renewal' },
  }, async () => {
    const dir = mkdtempSync(join(dataDir, 'renewed-'))
    const lines: string[] = []
    // Pretend that the fleet was started 370 days ago, so that its certificates are still valid for about four weeks.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 370 * DAY_MS })
    const fleet = await startFleet({ ...config, dataDir: dir }, (line) => lines.push(line), 100).finally(() =>
      vi.useRealTimers(),
    )
    try {
      const { frontDoorUrl, superlinkUrl, caFile } = fleet.address
      const lasts = async () => Promise.all([frontDoorUrl, superlinkUrl].map((url) => daysLeft(url, caFile)))
      const [superlink] = fleet.childPids()
      await expect.poll(lasts).toEqual([396, 396])
      expect(fleet.childPids()[0]).toBe(superlink)
      expect(lines).toEqual(['front-door: using a new certificate', 'superlink: using a new certificate'])
      expect(await askHealth(fleet.address, '/readyz')).toEqual({ code: 200, status: 'ready' })
    } finally {
      await fleet.stop()
    }
  })
})

/**
 * Returns how many days the certificate presented at this URL is still valid, after verifying it with the authority.
 */
function daysLeft(url: string, caFile: string): Promise<number> {
  const { hostname: host, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ host, port: Number(port), ca: readFileSync(caFile) }, () => {
      resolve(Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

/** Requests the fleet's health at the front door. */
function askHealth({ frontDoorUrl, caFile }: FleetAddress, path: string): Promise<object> {
  return new Promise((resolve, reject) => {
    const options = { ca: readFileSync(caFile), agent: false as const }
    const asking = https.get(`${frontDoorUrl}${path}`, options, async (answer) => {
      resolve({ code: answer.statusCode, ...JSON.parse(await text(answer)) })
    })
    asking.on('error', reject)
  })
}

/** Sends a request with an unchanged path; fetch would normalise the path first. */
function knock(url: string, caFile: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method: 'POST', ca: readFileSync(caFile), agent: false as const }
    const knocking = https.request(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    knocking.on('error', reject).end()
  })
}
