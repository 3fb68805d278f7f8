import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TestMail {
  from: string
  to: string[]
  /** The whole message as the server received it. */
  text: string
  isEncrypted: boolean
  user: string | undefined
}

/** Starts a real SMTP server on a free local port, and returns the mails that it receives. */
export async function startMailServer(options: SMTPServerOptions) {
  const mails: TestMail[] = []
  const server = new SMTPServer({
    ...options,
    onData(stream, session, done) {
      buffer(stream).then((content) => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: content.toString('utf8'),
          isEncrypted: Boolean(session.secure),
          user: session.user,
        })
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const port = await listening(server.server)
  return { mails, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Starts a server that accepts connections and never answers. */
export async function startSilentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  const port = await listening(server)
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  /** Whether every client is still connected. */
  const isWaited = () => [...sockets].every((socket) => !socket.readableEnded && !socket.destroyed)
  return { port, count: () => sockets.size, isWaited, close }
}

export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
