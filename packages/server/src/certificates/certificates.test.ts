import { spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isRootFor, openAuthority } from './authority.ts'
import { onlyFor } from './name-constraints.ts'
import { fingerprintOf, makeOwnPair } from './own.ts'
import { rootOf } from './pair.ts'
import { ShownCertificate } from './shown.ts'

let dir: string
const closing: (() => void)[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tessera-certificates-'))
})
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
  rmSync(dir, { recursive: true, force: true })
})

async function serve(pair: { cert: string; key: string }) {
  const server = https.createServer(pair, (_request, response) => response.end('ok'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** Connects as a client that trusts only these root certificates, under this name, and returns the result. */
function reach(port: number, name: string, ca: string[]): Promise<string> {
  return new Promise((resolve) => {
    // The client verifies the given name, but always connects to this machine.
    const checkServerIdentity = (_host: string, cert: tls.PeerCertificate) => tls.checkServerIdentity(name, cert)
    const socket = tls.connect({ port, host: '127.0.0.1', ca, checkServerIdentity })
    socket.on('secureConnect', () => resolve('trusted')).on('error', (error) => resolve(error.message))
    socket.on('secureConnect', () => socket.destroy())
  })
}

describe.each(['edge.hospital.example', '127.0.0.1', '10.1.2.3', '2001:db8::7'])(
  "Tessera's own root certificate for %s",
  (host) => {
    test('issues a root certificate that clients trust only for that host', async () => {
      const own = await makeOwnPair(dir, host)
      const { port } = await serve(own)
      expect(await reach(port, host, [own.root])).toBe('trusted')
      expect(await reach(port, host, [])).toMatch(/self-signed|unable to/)
      for (const key of ['ca.key', 'server.key']) expect(statSync(join(dir, key)).mode & 0o777).toBe(0o600)
    })

    test.each(['bank.example', 'hospital.example', '127.0.0.2', '2001:db8::8'])(
      'issues a root certificate that clients do not trust for %s',
      { meta: { spec: 'calls.edge-certificate' } },
      async (other) => {
        const { certificate, issue } = await openAuthority({ dir, name: 'Root', host })
        const { certFile, keyFile } = await issue('stolen', [other])
        const { port } = await serve({ cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') })
        expect(await reach(port, other, [certificate])).toMatch(/(permitted|excluded) subtree violation/)
      },
    )

    test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
      'issues a root certificate that passes a strict verification by OpenSSL',
      async () => {
        await makeOwnPair(dir, host)
        const name = /[a-z]\./.test(host) ? ['-verify_hostname', host] : ['-verify_ip', host]
        const files = [join(dir, 'ca.pem'), join(dir, 'server.pem')]
        const options = ['-x509_strict', '-purpose', 'sslserver', '-no-CApath', '-no-CAstore', ...name]
        const checked = spawnSync('openssl', ['verify', ...options, '-CAfile', ...files], { encoding: 'utf8' })
        expect(`${checked.stdout}${checked.stderr}`).toContain('server.pem: OK')
      },
    )
  },
)

test('distinguishes its own root certificate from that of another authority', async () => {
  const host = 'a.example'
  const { root, cert } = await makeOwnPair(join(dir, 'own'), host)
  expect(await isRootFor(root, host)).toBe(true)
  expect(await isRootFor(root, 'b.example')).toBe(false)
  expect(await isRootFor(cert, host)).toBe(false)
  const unconstrained = await openAuthority({ dir: join(dir, 'any'), name: 'Any' })
  expect(await isRootFor(unconstrained.certificate, host)).toBe(false)
  expect(await isRootFor('no certificate', host)).toBe(false)
})

test('keeps the root certificate over restarts, and creates a new one for another host', async () => {
  const first = await makeOwnPair(dir, 'a.example')
  const again = await makeOwnPair(dir, 'a.example')
  expect(again.root).toBe(first.root)
  expect(again.key).not.toBe(first.key)
  const other = await makeOwnPair(dir, 'b.example')
  expect(other.root).not.toBe(first.root)
  expect(fingerprintOf(other.root)).toBe(fingerprintOf(rootOf(other.cert) as X509Certificate))
})

/**
 * Constraints as versions up to 2.6.4 wrote them. A root certificate with other constraints would be replaced and would
 * have to be trusted again.
 */
test.each([
  [
    'edge.hospital.example',
    `304da01930178215656467652e686f73706974616c2e6578616d706c65a130300a8708${'00'.repeat(8)}30228720${'00'.repeat(32)}`,
  ],
  ['10.1.2.3', '3014a00c300a87080a010203ffffffffa10430028200'],
  ['2001:db8::7', `302ca0243022872020010db8000000000000000000000007${'ff'.repeat(16)}a10430028200`],
  // Names so long that their encoded length takes more than one byte.
  [
    ['a'.repeat(50), 'b'.repeat(60), 'c'.repeat(60), 'example'].join('.'),
    `3081efa081ba3081b78281b4${'61'.repeat(50)}2e${'62'.repeat(60)}2e${'63'.repeat(60)}2e6578616d706c65a130300a8708${'00'.repeat(8)}30228720${'00'.repeat(32)}`,
  ],
])('keeps an older version’s root certificate for %s', (host, constraints) => {
  expect(Buffer.from(onlyFor(host).value).toString('hex')).toBe(constraints)
})

describe('a certificate from files', () => {
  const files = () => ({
    cert: { setting: 'TLS_CERT', path: join(dir, 'shown.pem') },
    key: { setting: 'TLS_KEY', path: join(dir, 'shown.key') },
  })
  const open = (host = 'a.example') => ShownCertificate.open({ host, files: files() })
  async function put(host = 'a.example') {
    const { issue } = await openAuthority({ dir: join(dir, 'authority'), name: 'Some authority' })
    const { certFile, keyFile } = await issue('listener', [host])
    copyFileSync(certFile, files().cert.path)
    copyFileSync(keyFile, files().key.path)
  }

  test('uses a certificate from files if it matches its key', async () => {
    await put()
    const shown = await open()
    expect(shown.root).toBeNull()
    expect(rootOf(shown.pair.cert)).toBeUndefined()
  })

  test.each<[string, string | RegExp, () => void | Promise<void>]>([
    ['no file', /TLS_CERT=.*there is no such file/, () => rmSync(files().cert.path)],
    ['no certificate', /TLS_CERT=.*holds no certificate/, () => writeFileSync(files().cert.path, 'hello')],
    [
      'a broken certificate',
      /TLS_CERT=.*cannot be read/,
      () => writeFileSync(files().cert.path, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'),
    ],
    ['no key', /TLS_KEY=.*holds no private key/, () => writeFileSync(files().key.path, 'hello')],
    [
      'a locked key',
      /TLS_KEY=.*passphrase/,
      () => {
        const key = createPrivateKey(readFileSync(files().key.path))
        const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
        writeFileSync(files().key.path, key.export(locked))
      },
    ],
    [
      'another key',
      /TLS_KEY=.*is not the key of the certificate/,
      async () => {
        const key = readFileSync(files().cert.path)
        await put()
        writeFileSync(files().cert.path, key)
      },
    ],
    ['one that ran out', /TLS_CERT=.*ran out on/, () => void vi.setSystemTime(Date.now() + 400 * 86_400_000)],
    ['one that begins later', /TLS_CERT=.*begins only on/, () => void vi.setSystemTime(Date.now() - 2 * 86_400_000)],
    ['one for another host', /TLS_CERT=.*is not for a\.example, but for DNS:b\.example/, () => put('b.example')],
  ])(
    'refuses a certificate from files, and explains what to do: %s',
    { meta: { spec: 'calls.platform-https-renewal' } },
    async (_what, message, spoil) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      await put()
      await spoil()
      await expect(open()).rejects.toThrow(message)
    },
  )

  test('rereads a certificate: a renewed one is used without a restart, a partially written one is not', {
    meta: { spec: 'calls.platform-https-renewal' },
  }, async () => {
    await put()
    const shown = await open()
    const { server, port } = await serve(shown.pair)
    const lines: string[] = []
    closing.push(shown.reloadOnChange(server, (line) => lines.push(line), 20))
    const serial = () =>
      new Promise<string>((resolve) => {
        const socket = tls.connect({ port, rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().serialNumber)
          socket.destroy()
        })
      })
    const before = await serial()

    const key = readFileSync(files().key.path)
    await put()
    writeFileSync(files().key.path, key)
    await vi.waitFor(() => expect(lines.join()).toMatch(/stays as it was: TLS_KEY=/))
    expect(await serial()).toBe(before)

    await put()
    await vi.waitFor(() => expect(lines.join()).toMatch(/a new certificate is shown/))
    expect(await serial()).not.toBe(before)
    expect(await serial()).toBe(new X509Certificate(readFileSync(files().cert.path)).serialNumber)
  })
})

test('renews its own certificate a month before it expires', {
  meta: { spec: 'calls.edge-certificate' },
}, async () => {
  const shown = await ShownCertificate.open({ host: 'a.example', ownIn: dir })
  const { server } = await serve(shown.pair)
  const first = shown.validTo.getTime()
  vi.useFakeTimers({ toFake: ['Date'] })
  const lines: string[] = []
  closing.push(shown.reloadOnChange(server, (line) => lines.push(line), 10))
  vi.setSystemTime(first - 31 * 86_400_000)
  // Each check reads the expiry date. If a check had found that the certificate must be renewed, the renewal would be
  // complete before the check after the next one.
  const looks = vi.spyOn(shown, 'validTo', 'get')
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThanOrEqual(3))
  looks.mockRestore()
  expect(lines).toEqual([])
  vi.setSystemTime(first - 29 * 86_400_000)
  await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('a new certificate is shown')]))
  expect(shown.validTo.getTime()).toBeGreaterThan(first)
})
