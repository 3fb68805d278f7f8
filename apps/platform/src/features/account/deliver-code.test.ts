import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SendCode } from '@tessera/contract/wire'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { readPlatformSettings } from '../../settings.ts'
import { newAddress, outboxOf } from '../../testing/account.ts'
import { buildApp, buildUser, call, type World } from '../../testing/index.ts'
import { listening, startMailServer, startSilentServer } from '../../testing/mail-server.ts'
import { type CodeMessage, deliverCode } from './deliver-code.ts'

const message: CodeMessage = { to: 'a@example.org', channel: 'email', kind: 'register', code: '042137', language: 'en' }
const log = { error: () => {} } as never
const NOT_SENT = { code: 'account.code-not-sent' }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const placeOf = (env: Record<string, string>) => ({ settings: readPlatformSettings(env), clock: systemClock, log })
const FROM = { SMTP_FROM: 'Tessera <t@example.org>' }

async function mailServer(options: SMTPServerOptions) {
  const server = await startMailServer(options)
  closing.push(server.close)
  return server
}

const plain = { disabledCommands: ['STARTTLS', 'AUTH'] }
const login: SMTPServerOptions = {
  authMethods: ['PLAIN', 'LOGIN'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'tessera' && password === 'p@ss word' ? done(null, { user: username }) : done(new Error('no')),
}
const credentials = 'tessera:p%40ss%20word@'

describe('a verification code by mail', () => {
  test('sends a verification code through the configured mail server with the configured sender', {
    meta: { spec: 'calls.sys/sms4aier' },
  }, async () => {
    const { port, mails } = await mailServer(plain)
    await deliverCode(placeOf({ SMTP_URL: `smtp://127.0.0.1:${port}`, ...FROM }), message)
    expect(mails).toEqual([
      expect.objectContaining({ from: 't@example.org', to: ['a@example.org'], isEncrypted: false, user: undefined }),
    ])
    expect(mails[0]?.text).toMatch(/From: Tessera <t@example.org>[\s\S]*To: a@example.org[\s\S]*042137/)
  })

  test.each([
    ['en', 'Your Tessera code', 'Your verification code is 042137.'],
    ['cn', 'Tessera 验证码', '您的验证码是 042137'],
  ] as const)('writes the mail with a verification code in %s', async (language, subject, text) => {
    const { port, mails } = await mailServer(plain)
    await deliverCode(placeOf({ SMTP_URL: `smtp://127.0.0.1:${port}`, ...FROM }), { ...message, language })
    const [, encoded = ''] = /^Subject: ([\s\S]*?)\r\n\S/m.exec(mails[0]?.text ?? '') ?? []
    expect(decodedWords(encoded)).toBe(subject)
    expect(bodyOf(mails[0]?.text ?? '')).toContain(text)
  })

  test('logs in to the mail server with the configured name and password, and sends nothing if they are wrong', async () => {
    const { port, mails } = await mailServer({ ...login, disabledCommands: ['STARTTLS'] })
    await deliverCode(placeOf({ SMTP_URL: `smtp://${credentials}127.0.0.1:${port}`, ...FROM }), message)
    expect(mails[0]?.user).toBe('tessera')
    for (const who of ['tessera:wrong@', '']) {
      const place = placeOf({ SMTP_URL: `smtp://${who}127.0.0.1:${port}`, ...FROM })
      await expect(deliverCode(place, message)).rejects.toMatchObject(NOT_SENT)
    }
    expect(mails).toHaveLength(1)
  })

  describe('an encrypted mail', () => {
    let certificate: { key: string; cert: string }
    beforeAll(async () => {
      certificate = await selfSigned()
    })

    test.each([
      ['by STARTTLS', 'smtp', false],
      ['by TLS from the first byte', 'smtps', true],
    ])(
      '%s: sends mail only to a server with a trusted certificate',
      { meta: { spec: 'calls.mail-and-webhook' } },
      async (_how, scheme, secure) => {
        const { port, mails } = await mailServer({ ...login, ...certificate, secure, allowInsecureAuth: false })
        const place = placeOf({ SMTP_URL: `${scheme}://${credentials}localhost:${port}`, ...FROM })
        await expect(deliverCode(place, message)).rejects.toMatchObject(NOT_SENT)
        const trusted = getCACertificates()
        setDefaultCACertificates([...trusted, certificate.cert])
        closing.push(() => setDefaultCACertificates(trusted))
        await deliverCode(place, message)
        expect(mails).toEqual([expect.objectContaining({ isEncrypted: true, user: 'tessera' })])
      },
    )
  })

  test('reports a failure if the mail server refuses the receiver, does not answer or does not exist', {
    meta: { spec: 'calls.mail-and-webhook' },
  }, async () => {
    const { port, mails } = await mailServer({
      ...plain,
      onRcptTo: ({ address }, _session, done) => done(address === 'a@example.org' ? new Error('no such user') : null),
    })
    const refusing = placeOf({ SMTP_URL: `smtp://127.0.0.1:${port}`, ...FROM })
    await expect(deliverCode(refusing, message)).rejects.toMatchObject(NOT_SENT)
    await deliverCode(refusing, { ...message, to: 'b@example.org' })
    expect(mails).toHaveLength(1)

    const silent = await startSilentServer()
    closing.push(silent.close)
    const silentPlace = placeOf({ SMTP_URL: `smtp://127.0.0.1:${silent.port}` })
    await expect(deliverCode(silentPlace, message, 300)).rejects.toMatchObject(NOT_SENT)
    await expect(deliverCode(placeOf({ SMTP_URL: 'smtp://127.0.0.1:1' }), message)).rejects.toMatchObject(NOT_SENT)
  })

  test('treats an address that contains a comma as one address', async () => {
    const { port, mails } = await mailServer(plain)
    const place = placeOf({ SMTP_URL: `smtp://127.0.0.1:${port}`, ...FROM })
    await deliverCode(place, { ...message, to: 'victim,attacker@example.org' }).catch(() => {})
    expect(mails.flatMap(({ to }) => to)).not.toContain('attacker@example.org')
  })
})

describe('a verification code by text message', () => {
  const sms: CodeMessage = { ...message, to: '13900000000', channel: 'phone', language: 'cn' }

  async function webhook(answer: RequestListener): Promise<string> {
    const server = createHttp(answer)
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${await listening(server)}/sms`
  }

  test('sends a verification code to the configured webhook, with a text in the requester’s language', {
    meta: { spec: 'calls.sys/sms4aier' },
  }, async () => {
    const posted: unknown[] = []
    const url = await webhook((request, response) => {
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (data) => {
        body += data
      })
      request.on('end', () => {
        posted.push({ method: request.method, type: request.headers['content-type'], ...JSON.parse(body) })
        response.end()
      })
    })
    await deliverCode(placeOf({ SMS_WEBHOOK: url }), sms)
    expect(posted).toEqual([
      {
        method: 'POST',
        type: 'application/json',
        to: '13900000000',
        kind: 'register',
        code: '042137',
        text: '您的验证码是 042137，10 分钟内有效。如非本人操作，请忽略。',
      },
    ])
  })

  test.each([
    ['answers an error', (_request, response) => response.writeHead(503).end('busy')],
    ['never answers', () => {}],
    ['hangs up', (request) => request.socket.destroy()],
  ] as [string, RequestListener][])(
    'reports that the text message was not sent if the webhook %s',
    { meta: { spec: 'calls.mail-and-webhook' } },
    async (_how, answer) => {
      const place = placeOf({ SMS_WEBHOOK: await webhook(answer) })
      await expect(deliverCode(place, sms, 300)).rejects.toMatchObject(NOT_SENT)
    },
  )
})

test('writes codes to files that only the platform can read, if neither mail nor webhook is configured', {
  meta: { spec: 'calls.sys/sms4aier' },
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-outbox-'))
  await deliverCode(placeOf({ DATA_DIR: folder }), message)
  const [name = ''] = readdirSync(join(folder, 'outbox'))
  const path = join(folder, 'outbox', name)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    to: 'a@example.org',
    kind: 'register',
    code: '042137',
  })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

describe('a platform whose mail server is unreachable', () => {
  const started: World[] = []
  afterEach(async () => {
    for (const world of started.splice(0)) await world.close()
  })

  test('reports that the code was not sent, and allows another request at once', {
    meta: { spec: 'calls.mail-and-webhook' },
  }, async () => {
    const refused = new Set<string>()
    const server = await mailServer({
      ...plain,
      onRcptTo: ({ address }, _session, done) => done(refused.has(address) ? new Error('away') : null),
    })
    const world = await buildApp({ env: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } })
    started.push(world)
    const email = newAddress()
    refused.add(email)
    const ask = () => call(world, SendCode, { email, purpose: 'register' })
    expect(await ask()).toMatchObject({
      error: 'account.code-not-sent',
      message: 'The code could not be sent. Try again later, or contact your administrator.',
    })
    refused.delete(email)
    expect((await ask()).error).toBeUndefined()
    expect(server.mails.map(({ to }) => to)).toEqual([[email]])
    expect(await outboxOf(world, email)).toEqual([])
  })

  test('answers a reset request at once, so that the duration does not reveal whether an account exists', async () => {
    const silent = await startSilentServer()
    const world = await buildApp({ env: { SMTP_URL: `smtp://127.0.0.1:${silent.port}` } })
    started.push(world)
    const known = newAddress()
    await buildUser(world, { email: known })
    const ask = async (email: string) => {
      const { error, message } = await call(world, SendCode, { email, purpose: 'reset' })
      return { error, message }
    }
    const expected = { error: undefined, message: '' }
    expect([await ask(known), await ask(newAddress())]).toEqual([expected, expected])
    // Both requests were answered although the mail server has not answered yet.
    await expect.poll(silent.count).toBe(1)
    expect(silent.isWaited()).toBe(true)
    await silent.close()
  })
})

const decodedWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    )
    .trim()

const quoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function bodyOf(mail: string): string {
  const [head = '', body = ''] = mail.split(/\r\n\r\n([\s\S]*)/)
  if (/quoted-printable/i.test(head)) return quoted(body)
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body
}

/** Returns a self-signed certificate for localhost that is valid for one hour. */
async function selfSigned() {
  await import('reflect-metadata')
  const { SubjectAlternativeNameExtension, X509CertificateGenerator } = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 3_600_000),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----`, cert: certificate.toString('pem') }
}
