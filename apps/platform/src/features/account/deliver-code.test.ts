import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { readPlatformSettings } from '../../settings.ts'
import { type CodeMessage, deliverCode } from './deliver-code.ts'

const message: CodeMessage = { to: 'a@example.org', channel: 'email', kind: 'register', code: '042137', language: 'en' }
const log = { error: () => {} } as never
const servers: Pick<Server, 'close'>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const placeOf = (env: Record<string, string>) => ({ settings: readPlatformSettings(env), clock: systemClock, log })

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** As much of SMTP as one mail takes. */
function smtpServer(mails: string[]): Server {
  return createServer((socket) => {
    let mail: string | undefined
    let pending = ''
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      pending += data
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (mail !== undefined && line !== '.') {
          mail += `${line}\n`
          continue
        }
        if (mail !== undefined) {
          mails.push(mail)
          mail = undefined
          socket.write('250 kept\r\n')
        } else if (line === 'DATA') {
          mail = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
}

test('a code goes by mail where a mail server is set', async () => {
  const mails: string[] = []
  const port = await listen(smtpServer(mails))
  await deliverCode(placeOf({ SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'Tessera <t@example.org>' }), message)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/From: Tessera <t@example.org>[\s\S]*To: a@example.org[\s\S]*042137/)
})

test('a code goes to the webhook where one is set', async () => {
  const posted: unknown[] = []
  const webhook = createHttp((request, response) => {
    let body = ''
    request.on('data', (data) => {
      body += data
    })
    request.on('end', () => {
      posted.push(JSON.parse(body))
      response.end()
    })
  })
  const port = await listen(webhook)
  const place = placeOf({ SMS_WEBHOOK: `http://127.0.0.1:${port}/sms` })
  await deliverCode(place, { ...message, to: '13900000000', channel: 'phone' })
  expect(posted).toEqual([expect.objectContaining({ to: '13900000000', kind: 'register', code: '042137' })])
})

test('a code that cannot be sent is said to be', async () => {
  const place = placeOf({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await expect(deliverCode(place, message)).rejects.toMatchObject({ code: 'account.code-not-sent' })
})
