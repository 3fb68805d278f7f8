import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Opens a plain HTTP entrance on loopback beside a platform that serves https. A run's ServerApp posts its events to
 * exactly this process through it, without knowing the certificate. It serves nothing else.
 */
export async function openEngineListener(app: FastifyInstance, port: number): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/engine/')) return app.routing(request, response)
    response.writeHead(404, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
