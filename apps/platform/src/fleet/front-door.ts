import { readFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'

export type FrontDoor = {
  port: number
  /** Uses this certificate for new connections. */
  show(certificate: { certFile: string; keyFile: string }): void
  close(): Promise<void>
}

export type FrontDoorOptions = {
  host: string
  port: number
  certFile: string
  keyFile: string
  /** The SuperLink's port on loopback, and the certificate authority that verifies the SuperLink's certificate. */
  superlinkPort: number
  caFile: string
  /** Returns the parts of the fleet that currently do not answer. */
  missing: () => Promise<string[]>
}

/**
 * Whether the front door forwards a request to the SuperLink. It forwards only calls of SuperNodes, written exactly as
 * SuperNodes write them. Paths that need normalisation (with dots, escapes, doubled slashes or a query) are refused, so
 * that this check and the SuperLink cannot interpret a path differently.
 */
export function isFleetCall(method: string | undefined, url: string | undefined): boolean {
  return method === 'POST' && /^\/v1\/fleet\/[a-z]+(-[a-z]+)*$/.test(url ?? '')
}

/**
 * Listens with TLS for SuperNodes and forwards their calls to the SuperLink, streaming in both directions: a slow side
 * slows down the other, and no message is held in memory. SuperNodes sign their identity inside the request, so TLS may
 * end here. Rejects if the port is taken.
 */
export async function openFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const agent = new https.Agent({ keepAlive: true, ca: readFileSync(options.caFile), maxSockets: 256 })
  const server = https.createServer(
    {
      ...pairIn(options),
      // Long enough for a large model over a slow connection. The platform allows the same time for an upload.
      requestTimeout: 7_200_000,
      headersTimeout: 30_000,
      keepAliveTimeout: 75_000,
    },
    (request, response) => {
      if (request.method === 'GET' && (request.url === '/healthz' || request.url === '/readyz')) {
        void sendHealth(request.url, response, options.missing)
        return
      }
      if (!isFleetCall(request.method, request.url)) {
        response.writeHead(403, { connection: 'close' }).end()
        return
      }
      forward(request, response, agent, options.superlinkPort)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    show: (certificate) => server.setSecureContext(pairIn(certificate)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
}

const pairIn = ({ certFile, keyFile }: Pick<FrontDoorOptions, 'certFile' | 'keyFile'>) => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  minVersion: 'TLSv1.2' as const,
})

/** Answers whether this process is alive (`/healthz`), or whether runs can continue in this fleet (`/readyz`). */
async function sendHealth(path: string, response: ServerResponse, missing: FrontDoorOptions['missing']) {
  const away = await missing()
  const [well, unwell] = path === '/healthz' ? ['ok', 'degraded'] : ['ready', 'not-ready']
  const answer = away.length === 0 ? { status: well } : { status: unwell, missing: away }
  const code = path === '/readyz' && away.length > 0 ? 503 : 200
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

function forward(request: IncomingMessage, response: ServerResponse, agent: https.Agent, port: number) {
  const onward = https.request(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: passable(request.headers),
      agent,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, passable(answer.headers))
      pipeline(answer, response, () => {})
    },
  )
  onward.on('error', () => {
    // Flower's client retries after 503, because the SuperLink may be restarting.
    if (response.headersSent) response.destroy()
    else response.writeHead(503, { 'retry-after': '1' }).end()
  })
  response.on('close', () => {
    if (!response.writableFinished) onward.destroy()
  })
  pipeline(request, onward, () => {})
}

// Headers that the front door does not forward: hop-by-hop headers, and the header that only the platform may send
// (superlink.py).
const WITHHELD = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-tessera-control',
])

function passable(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !WITHHELD.has(name)))
}
